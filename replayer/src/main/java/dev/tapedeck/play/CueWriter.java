package dev.tapedeck.play;

import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.frame.Carrier;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.rules.Message;
import dev.tapedeck.rules.Role;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes cues of entries: reads the frames, joins answers with requests, sees what came in one breath. */
final class CueWriter {
    private static final int NONE = -1;

    private final Ear ear;
    private final Map<RequestRef, Integer> asked = new HashMap<>();
    private final Map<Long, Integer> exchanges = new HashMap<>();
    private final Map<String, Integer> askedWithoutId = new HashMap<>();

    CueWriter(Ear ear) {
        this.ear = ear;
    }

    List<Cue> write(Faulted faulted) {
        List<Entry> entries = faulted.entries();
        List<@Nullable Message> messages = new ArrayList<>();
        int[] answered = new int[entries.size()];
        for (int i = 0; i < entries.size(); i++) {
            Message message = entries.get(i) instanceof Frame frame ? ear.read(frame) : null;
            messages.add(message);
            answered[i] = entries.get(i) instanceof Frame frame ? join(i, frame, message) : NONE;
        }
        return cues(faulted, messages, answered, prompt(entries, answered));
    }

    /** Remembers what asks; where the request is that an answer answers, else {@link #NONE}. */
    private int join(int at, Frame frame, @Nullable Message message) {
        if (frame.direction() == Direction.IN) {
            if (frame.carrier() instanceof Carrier.HttpRequest request) {
                exchanges.put(request.exchange(), at);
            } else if (message != null && message.role() == Role.REQUEST && message.id() != null) {
                asked.put(message.id(), at);
            } else if (message != null) {
                askedWithoutId.put(message.kind().path(), at);
            }
            return NONE;
        }
        Integer request = null;
        if (frame.carrier() instanceof Carrier.HttpResponse response) {
            request = exchanges.remove(response.exchange());
        } else if (message != null && (message.role() == Role.RESULT || message.role() == Role.ERROR)) {
            String replyTo = message.replyTo();
            request = message.id() != null ? asked.remove(message.id())
                    : replyTo != null ? askedWithoutId.remove(replyTo) : null;
        }
        return request == null ? NONE : request;
    }

    /** Requests whose answer comes before anything else but other answers. */
    private static Set<Integer> prompt(List<Entry> entries, int[] answered) {
        Set<Integer> prompt = new HashSet<>();
        int spoke = NONE;
        for (int i = 0; i < answered.length; i++) {
            if (answered[i] > spoke) {
                prompt.add(answered[i]);
            } else if (answered[i] == NONE
                    && entries.get(i) instanceof Frame frame
                    && frame.direction() == Direction.OUT) {
                spoke = i;
            }
        }
        return prompt;
    }

    private static List<Cue> cues(
            Faulted faulted, List<@Nullable Message> messages, int[] answered, Set<Integer> prompt) {
        List<Cue> cues = new ArrayList<>();
        Map<Integer, Cue.AwaitFrame> awaits = new HashMap<>();
        int breath = 0;
        long before = 0;
        for (int i = 0; i < messages.size(); i++) {
            Entry entry = faulted.entries().get(i);
            long pause = Math.max(0, entry.micros() - before);
            before = Math.max(before, entry.micros());
            switch (entry) {
                case Frame frame when frame.direction() == Direction.IN -> {
                    Cue.AwaitFrame await =
                            new Cue.AwaitFrame(pause, frame, messages.get(i), breath, prompt.contains(i));
                    awaits.put(i, await);
                    cues.add(await);
                }
                case Frame frame -> {
                    breath++;
                    cues.add(new Cue.Say(
                            pause, frame, messages.get(i), awaits.get(answered[i]),
                            faulted.held().contains(frame.seq())));
                }
                case LogLine line -> cues.add(new Cue.Log(pause, line));
                case HostAct act -> act(pause, act, cues);
            }
        }
        return cues;
    }

    /** An act that does not name its signal or stream gives no cue: nobody could tell whether it was met. */
    private static void act(long pause, HostAct act, List<Cue> cues) {
        String signal = act.text("signal");
        String stream = act.text("stream");
        if (act.act().equals(HostAct.SIGNAL) && signal != null) {
            cues.add(new Cue.AwaitSignal(pause, act.seq(), signal));
        } else if (act.act().equals(HostAct.SUBSCRIBE) && stream != null) {
            cues.add(new Cue.AwaitSubscription(pause, act.seq(), stream));
        } else if (act.act().equals(HostAct.STREAM_END) && stream != null && "provider".equals(act.text("by"))) {
            cues.add(new Cue.EndStream(pause, stream));
        }
    }
}
