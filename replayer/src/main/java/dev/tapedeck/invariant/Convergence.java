package dev.tapedeck.invariant;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.host.FailureKind;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.History;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.host.HostView;
import dev.tapedeck.host.Limit;
import dev.tapedeck.host.Maps;
import dev.tapedeck.mapping.Emission;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * After the last fault and its resync the maps equal those of the clean run, except for what is {@link Excepted} by
 * name. Costs nothing while nothing goes wrong.
 */
public final class Convergence implements Invariant {
    /** The run in which nothing goes wrong but the process itself. */
    public interface Reference {
        /** Its maps when all is over. */
        Maps atEnd();

        /** What a frame of that number was about in it, as far as the maps are concerned. */
        Subjects subjects(long seq);

        /** Requests that altered frames made in it. */
        Set<RequestRef> askedByAltered();

        /** Whether a frame of that number does not stand at its place in the recording. */
        boolean outOfPlace(long seq);

        /** Whether a frame of that number told history in it. */
        boolean toldHistory(long seq);

        /** Whether frames do not name their turns or items. */
        boolean countsTurns();

        /** What a frame is about that has arrived. */
        Subjects subjects(FrameResult result);

        /** What an event is about. */
        Subjects subjects(Emission emission);

        /**
         * Whether nothing tells the beginning of a thread: a process took it over in the middle of another's stream, on
         * a wire whose frames do not name their turns and items.
         */
        boolean isHeadless(String thread);
    }

    private final Reference reference;
    private final Alterations alterations;
    private final Verdict verdict;
    private final Set<Excepted> excepted = EnumSet.noneOf(Excepted.class);
    private final Set<String> refused = new HashSet<>();
    private final Set<Long> unread = new LinkedHashSet<>();
    private final LostAsking asking = new LostAsking();
    private final Retold retold = new Retold();
    /** Threads of which a lost request made history look like now. */
    private Set<String> mistaken = Set.of();
    private Cuts cuts = new Cuts(MissingNode.getInstance(), MissingNode.getInstance());
    private final Set<Limit> trimmed = EnumSet.noneOf(Limit.class);
    private Set<String> begun = Set.of();
    /** Whether anything was read from history or lost in the epoch that runs. */
    private boolean patched;
    private boolean failed;
    private boolean failedInResync;
    private boolean lost;
    private boolean resynced = true;
    private boolean closed;

    /** @param altered frames that reach the host otherwise than the provider sent them */
    Convergence(Reference reference, Set<Long> altered, Verdict verdict) {
        this.reference = reference;
        this.alterations = new Alterations(reference, altered);
        this.verdict = verdict;
    }

    private record Except(Subjects altered, Subjects unread) {}

    /** What had to be excepted. */
    Set<Excepted> excepted() {
        return excepted;
    }

    @Override
    public void frame(FrameResult result) {
        asking.frame(result);
        if (asking.ofRequests()) {
            retold.frame(result);
        }
        alterations.frame(result, closed);
        if (Alterations.noticed(result)) {
            lost = true;
            patched = true;
            if (result.message() == null) {
                unread.add(result.frame().seq());
            }
        }
    }

    @Override
    public void written(long seq, Emission emission) {
        alterations.written(seq, emission);
    }

    @Override
    public void note(HostNote note) {
        switch (note) {
            case HostNote.Failed failure -> {
                failed = true;
                resynced &= failure.inResync() && failure.kind() != FailureKind.RESUBSCRIPTION;
                failedInResync |= failure.inResync();
            }
            case HostNote.Resynced done -> {
                resynced = true;
                patched = true;
            }
            case HostNote.RequestRefused request -> refused.add(request.request().key());
            case HostNote.Trimmed trim -> trimmed.add(trim.limit());
            case HostNote.EpochOpened opened -> {
                resynced = true;
                closed = false;
                patched = false;
            }
            case HostNote.Closed close -> closed = true;
            case HostNote.Warned warned -> {}
            case HostNote.ErrorWritten error -> refused.add(error.request().key());
            case HostNote.CancelWritten written -> {}
            case HostNote.AnswerRefused answer -> {}
            case HostNote.EvidenceRefused evidence -> {}
        }
    }

    @Override
    public void over(HostView host) {
        if (!patched && !failed && !lost && !alterations.any() && trimmed.isEmpty() && refused.isEmpty()) {
            return;
        }
        if (!resynced) {
            excepted.add(Excepted.NO_RESYNC);
            return;
        }
        Subjects requests = Subjects.NONE;
        for (long seq : unread) {
            requests = requests.and(reference.subjects(seq).requests());
        }
        ObjectNode clean = reference.atEnd().json();
        ObjectNode found = host.maps().json();
        mistaken = retold.mistaken(reference::toldHistory);
        cuts = new Cuts(clean, found);
        begun = byKey("turns", clean).keySet();
        Subjects subjects = alterations.subjects(clean, found);
        for (String list : new String[] {"threads", "turns", "items", "requests"}) {
            compare(host, new Except(subjects, requests), list, byKey(list, clean), byKey(list, found));
        }
        untold(host, "evidence", clean.path("evidence"), found.path("evidence"), Excepted.LOST_EVIDENCE);
        ObjectNode session = (ObjectNode) clean.path("session");
        ObjectNode ours = (ObjectNode) found.path("session");
        untold(host, "rateLimits", session.path("rateLimits"), ours.path("rateLimits"), Excepted.RATE_LIMITS);
        session.remove("rateLimits");
        ours.remove("rateLimits");
        untold(host, "session", session, ours, Excepted.SESSION_FACTS);
    }

    /** What no history holds differs only where frames were lost, or arrived otherwise. */
    private void untold(HostView host, String name, JsonNode clean, JsonNode found, Excepted by) {
        if (clean.equals(found)) {
            return;
        }
        if (failed || lost || alterations.any()) {
            excepted.add(by);
        } else {
            violated(host.arrivedSeq(), name, clean, found);
        }
    }

    private void compare(
            HostView host, Except except, String list, Map<String, ObjectNode> clean, Map<String, ObjectNode> found) {
        Set<String> keys = new LinkedHashSet<>(clean.keySet());
        keys.addAll(found.keySet());
        for (String key : keys) {
            ObjectNode expected = clean.get(key);
            ObjectNode actual = found.get(key);
            if (expected != null && actual != null && expected.equals(actual)) {
                continue;
            }
            ObjectNode either = expected == null ? actual : expected;
            Excepted by = either == null ? null : why(except, list, either, expected, actual);
            if (by != null) {
                excepted.add(by);
            } else {
                violated(host.arrivedSeq(), key, orMissing(expected), orMissing(actual));
            }
        }
    }

    private @Nullable Excepted why(
            Except except,
            String list,
            ObjectNode either,
            @Nullable ObjectNode expected,
            @Nullable ObjectNode found) {
        if (isAltered(except.altered, list, expected) || isAltered(except.altered, list, found)) {
            return Excepted.ALTERED_FRAME;
        }
        if (isOfAltered(except.altered, list, expected, found)) {
            return Excepted.ALTERED_FRAME;
        }
        if (patched && isHeadless(either)) {
            return Excepted.MIDSTREAM;
        }
        boolean neverOpened = lost && list.equals("requests") && found == null && !either.has("type");
        boolean unmapped = neverOpened || failedInResync && either.has("request");
        if (unmapped || except.unread.hold(list, either) || isUndecided(except, list, expected, found)) {
            return Excepted.UNREAD_REQUEST;
        }
        if (refused.contains(either.path("request").asText())) {
            return Excepted.REFUSED_REQUEST;
        }
        if (isRetired(list, expected, found)) {
            return Excepted.RETIRED;
        }
        if (asking.explains(list, expected, found) || mistaken.contains(either.path("thread").asText())) {
            return Excepted.LOST_ASKING;
        }
        if ((failed || lost) && reference.countsTurns() && list.equals("items") && cuts.explain(expected, found)) {
            return Excepted.UNTOLD_END;
        }
        if (expected == null || found == null || !(failed || lost || alterations.any())) {
            return null;
        }
        if (lost && list.equals("turns") && isUntoldStop(expected, found)) {
            return Excepted.UNTOLD_STOP;
        }
        if (without(expected, "rateLimits").equals(without(found, "rateLimits"))) {
            return Excepted.RATE_LIMITS;
        }
        if (lost && without(expected, "rateLimits", "usage").equals(without(found, "rateLimits", "usage"))
                && expected.at("/usage/thread").equals(found.at("/usage/thread"))) {
            return Excepted.USAGE_BASELINE;
        }
        boolean began = begun.contains(Subjects.key("turns", expected));
        Excepted toldOnce = lost || alterations.any()
                ? ToldOnce.lacked(list, expected, found, began, reference.countsTurns())
                : null;
        if (toldOnce != null) {
            return toldOnce;
        }
        boolean closed = expected.path("state").asText().equals("completed");
        String[] streamed = {"text", "textCut", "input"};
        if (list.equals("items") && !closed && without(expected, streamed).equals(without(found, streamed))) {
            return Excepted.UNCLOSED_TEXT;
        }
        return null;
    }

    /** A thread that retired and is spoken of again holds what was told since. */
    private boolean isRetired(String list, @Nullable ObjectNode expected, @Nullable ObjectNode found) {
        if (trimmed.isEmpty()) {
            return false;
        }
        boolean again = list.equals("threads") && trimmed.contains(Limit.THREADS);
        return expected == null || found == null || list.equals("items") || again && isPart(found, expected);
    }

    /** Whether all that one tells the other tells too. */
    static boolean isPart(JsonNode part, JsonNode of) {
        return part.equals(of) || part.isObject() && part.properties().stream()
                .allMatch(member -> of.has(member.getKey()) && isPart(member.getValue(), of.get(member.getKey())));
    }

    private boolean isHeadless(ObjectNode entry) {
        return reference.isHeadless(entry.path("thread").asText())
                || entry.has("parent") && reference.isHeadless(entry.path("parent").asText());
    }

    /**
     * Nobody can decline or grant what a request asks that could not be read; then what it asked about only ended, as
     * its agent says or with its turn.
     */
    private static boolean isUndecided(
            Except except, String list, @Nullable ObjectNode expected, @Nullable ObjectNode found) {
        if (!list.equals("items") || expected == null || found == null
                || !except.unread.askAbout(expected) && !except.altered.askAbout(expected)) {
            return false;
        }
        String state = found.path("state").asText();
        boolean endedWithTurn = found.path("detail").asText().equals(History.TURN_ENDED);
        boolean undeclined = expected.path("state").asText().equals("declined")
                && (state.equals("failed") || state.equals("completed"));
        boolean undecided = endedWithTurn && !expected.path("state").asText().equals("open");
        String[] end = endedWithTurn ? new String[] {"state", "detail"} : new String[] {"state"};
        return (undeclined || undecided) && without(expected, "state").equals(without(found, end));
    }

    private static boolean isUntoldStop(ObjectNode expected, ObjectNode found) {
        return expected.path("detail").asText().equals("interrupted") && without(expected, "detail").equals(found);
    }

    private static boolean isAltered(Subjects altered, String list, @Nullable ObjectNode entry) {
        return entry != null && altered.hold(list, entry);
    }

    /** Threads and turns that only such a frame, or the want of it, opened; and whose child a turn is. */
    private static boolean isOfAltered(
            Subjects altered, String list, @Nullable ObjectNode expected, @Nullable ObjectNode found) {
        if (expected == null || found == null) {
            ObjectNode either = expected == null ? found : expected;
            boolean opens = list.equals("threads") || list.equals("turns") && expected == null;
            return opens && either != null && altered.speakOf(either);
        }
        return list.equals("turns")
                && altered.speakOf(found)
                && without(expected, "parentThread").equals(without(found, "parentThread"));
    }

    private static ObjectNode without(ObjectNode entry, String... members) {
        ObjectNode copy = entry.deepCopy();
        copy.remove(List.of(members));
        return copy;
    }

    private static Map<String, ObjectNode> byKey(String list, JsonNode maps) {
        Map<String, ObjectNode> entries = new TreeMap<>();
        maps.path(list).forEach(entry -> entries.put(Subjects.key(list, entry), (ObjectNode) entry));
        return entries;
    }

    private void violated(long seq, String key, JsonNode expected, JsonNode found) {
        Difference difference = Difference.first(expected, found);
        if (difference != null) {
            String where = key + difference.path() + " ";
            verdict.violated(
                    seq, where + Difference.shown(difference.left()), Difference.shown(difference.right()));
        }
    }

    private static JsonNode orMissing(@Nullable ObjectNode entry) {
        return entry == null ? MissingNode.getInstance() : entry;
    }
}
