package dev.tapedeck.invariant;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.rules.Message;
import dev.tapedeck.rules.Role;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Frames that reach the host otherwise than the provider sent them, and what they may change because they look well: no
 * failure is noticed, so nothing makes good what they tell.
 */
final class Alterations {
    private final Convergence.Reference reference;
    /** Those that were not noticed. */
    private final Set<Long> altered;
    /** Those that history made good, save for the requests that they were registered as. */
    private final Set<Long> registered = new LinkedHashSet<>();
    /** Client's requests that arrived once more or late: what answers them finds them again. */
    private final Set<RequestRef> askedAgain = new HashSet<>();

    /** What the provider's answers were about, since one whose question was lost may be taken for another's. */
    private final Map<RequestRef, Subjects> told = new HashMap<>();

    /** How many arrived late or once more. */
    private int outOfPlace;

    private Subjects moved = Subjects.NONE;
    /** What they named, whatever became of them. */
    private Subjects named = Subjects.NONE;

    Alterations(Convergence.Reference reference, Set<Long> altered) {
        this.reference = reference;
        this.altered = new LinkedHashSet<>(altered);
    }

    /** @param closed whether the host takes nothing any more */
    void frame(FrameResult result, boolean closed) {
        long seq = result.frame().seq();
        Message message = result.message();
        boolean moves = reference.outOfPlace(seq);
        outOfPlace += moves ? 1 : 0;
        boolean any = moves || altered.contains(seq);
        RequestRef id = message == null ? null : message.id();
        boolean fromClient = result.frame().direction() == Direction.IN;
        boolean answers = id != null && !fromClient && message.role() != Role.REQUEST;
        if (answers && !altered.isEmpty()) {
            told.merge(id, reference.subjects(result), Subjects::and);
        }
        if (id != null && moves && fromClient && message.role() == Role.REQUEST) {
            askedAgain.add(id);
        }
        if (any || answers && askedAgain.contains(id)) {
            moved = moved.and(reference.subjects(result));
            named = named.and(Subjects.of(result.ignored(), Naming.ITEMS));
        }
        if (moves) {
            // Even where history is heard instead, scratch has taken it in.
            for (Emission emission : result.ignored()) {
                moved = moved.and(reference.subjects(emission));
            }
        }
        if (noticed(result)) {
            if (any && id != null && message.isServerRequest()) {
                // It was registered all the same: as another, once more, or behind its answer.
                moved = moved.and(Subjects.of(id));
            }
            if (!closed && altered.remove(seq)) {
                registered.add(seq);
            }
        }
    }

    /** A resync maps frames of requests that the subscriber missed. */
    void written(long seq, Emission emission) {
        boolean ofFrame = emission.canonical() != null && emission.canonical().raw() != null;
        if (ofFrame && (altered.contains(seq) || registered.contains(seq) || reference.outOfPlace(seq))) {
            moved = moved.and(reference.subjects(emission));
        }
    }

    static boolean noticed(FrameResult result) {
        return result.disposition() == Disposition.FAULTED || result.disposition() == Disposition.UNDELIVERED;
    }

    /** How many frames reached the host otherwise than they were sent, and were not noticed. */
    int count() {
        return altered.size() + registered.size() + outOfPlace;
    }

    boolean any() {
        return !altered.isEmpty() || !moved.equals(Subjects.NONE);
    }

    /** Everything that may differ because of them, in maps as JSON. */
    Subjects subjects(ObjectNode clean, ObjectNode found) {
        Subjects subjects = moved;
        for (long seq : altered) {
            subjects = subjects.and(reference.subjects(seq));
        }
        for (RequestRef asked : reference.askedByAltered()) {
            subjects = subjects.and(told.getOrDefault(asked, Subjects.NONE));
        }
        for (long seq : registered) {
            subjects = subjects.and(reference.subjects(seq).requests());
        }
        Map<String, String> parents = new HashMap<>();
        Set<String> known = new HashSet<>();
        found.path("threads").forEach(thread -> parent(thread, parents));
        for (JsonNode thread : clean.path("threads")) {
            parent(thread, parents);
            known.add(thread.path("thread").asText());
        }
        return subjects.and(named.strangers(known)).withFamilies(parents);
    }

    private static void parent(JsonNode thread, Map<String, String> parents) {
        if (thread.has("parent")) {
            parents.put(thread.path("thread").asText(), thread.path("parent").asText());
        }
    }
}
