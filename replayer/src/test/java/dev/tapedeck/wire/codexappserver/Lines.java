package dev.tapedeck.wire.codexappserver;

/** Frames in the wire's shape, as short as the book allows. */
final class Lines {
    private Lines() {}

    static String turnStarted(String thread, String turn) {
        return "{'method':'turn/started','params':{'threadId':'%s','turn':{'id':'%s','status':'inProgress'}}}"
                .formatted(thread, turn)
                .replace('\'', '"');
    }

    static String turnCompleted(String thread, String turn, String status) {
        return "{'method':'turn/completed','params':{'threadId':'%s','turn':{'id':'%s','status':'%s'}}}"
                .formatted(thread, turn, status)
                .replace('\'', '"');
    }

    /** An item's start or end; {@code members} are the item's own, each with a comma before it. */
    static String item(String phase, String type, String id, String members) {
        return "{'method':'item/%s','params':{'threadId':'t1','turnId':'u1','item':{'type':'%s','id':'%s'%s}}}"
                .formatted(phase, type, id, members)
                .replace('\'', '"');
    }

    static String delta(String method, String id, String text) {
        return "{'method':'%s','params':{'threadId':'t1','turnId':'u1','itemId':'%s','delta':'%s'}}"
                .formatted(method, id, text)
                .replace('\'', '"');
    }

    static String userMessage(String phase, String id, String text) {
        return item(phase, "userMessage", id, ",'content':[{'type':'text','text':'" + text + "'}]");
    }

    static String send(int request, String thread, String text) {
        return "{'id':%d,'method':'turn/start','params':{'threadId':'%s','input':[{'type':'text','text':'%s'}]}}"
                .formatted(request, thread, text)
                .replace('\'', '"');
    }

    static String usage(String turn, long total, long last) {
        String breakdown = "{'inputTokens':%d,'cachedInputTokens':0,'outputTokens':0,"
                + "'reasoningOutputTokens':0,'totalTokens':%d}";
        return ("{'method':'thread/tokenUsage/updated','params':{'threadId':'t1','turnId':'" + turn
                        + "','tokenUsage':{'total':" + breakdown.formatted(total, total) + ",'last':"
                        + breakdown.formatted(last, last) + "}}}")
                .replace('\'', '"');
    }

    static String json(String singleQuoted) {
        return singleQuoted.replace('\'', '"');
    }
}
