package dev.tapedeck.matrix;

import static dev.tapedeck.matrix.Facet.NO;

import dev.tapedeck.amalgm.AmalgmPayload;
import dev.tapedeck.amalgm.AmalgmType;
import dev.tapedeck.canonical.ErrorKind;
import dev.tapedeck.canonical.ItemPayload;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.ThreadPayload;
import dev.tapedeck.canonical.ThreadState;
import dev.tapedeck.canonical.TurnPayload.TurnAborted;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.rules.Concept;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/** How turns end, what is compacted, what goes wrong. */
final class TurnFacets {
    private TurnFacets() {}

    static void addTo(FacetList list) {
        list.add(Concept.TURN_END, "end", "End turn", ends(EnumSet.of(TurnState.COMPLETED)));
        list.add(Concept.TURN_END, "cancel", "Cancel", Looks.or(
                ends(EnumSet.of(TurnState.CANCELLED, TurnState.INTERRUPTED)),
                (event, amalgm) -> Looks.when(event.payload() instanceof TurnAborted, null)));
        list.add(Concept.TURN_END, "error", "Error end", ends(EnumSet.of(TurnState.FAILED)));
        list.add(Concept.TURN_END, "amalgm", "Amalgm", (event, amalgm) -> Looks.words(amalgm.events().stream()
                .map(each -> each.payload())
                .filter(AmalgmPayload.Done.class::isInstance)
                .map(each -> "done " + ((AmalgmPayload.Done) each).stopReason().word())));
        list.gaps(Concept.TURN_END);
        list.add(Concept.COMPACTION, "start", "Native start", compactionStarts());
        list.add(Concept.COMPACTION, "finish", "Native finish", (event, amalgm) -> Looks.when(
                event.payload() instanceof ItemPayload.ItemCompleted(ItemSnapshot item)
                                && item.itemType() == ItemType.CONTEXT_COMPACTION
                        || event.payload() instanceof ThreadPayload.ThreadStateChanged changed
                                && changed.state() == ThreadState.COMPACTED,
                null));
        list.add(Concept.COMPACTION, "in-progress", "In-progress signal", compactionStarts());
        list.add(Concept.COMPACTION, "emit", "Engine emit", Looks.amalgm(
                AmalgmType.COMPACTION_STARTED, AmalgmType.COMPACTION_FINISHED));
        list.fixed(Concept.COMPACTION, "render", "UI render", "the host's window, not on the wire");
        list.fixed(Concept.COMPACTION, "persistence", "Persistence", "the host's store, not on the wire");
        list.gaps(Concept.COMPACTION);
        list.add(Concept.ERROR, "auth", "Auth", fails(EnumSet.of(ErrorKind.AUTH)));
        list.add(Concept.ERROR, "model", "Model (rate limit, overflow, unavailable)", fails(
                EnumSet.of(ErrorKind.MODEL, ErrorKind.RATE_LIMIT)));
        list.add(Concept.ERROR, "runtime", "Runtime / transport", fails(EnumSet.of(ErrorKind.TRANSPORT)));
        list.add(Concept.ERROR, "validation", "Validation", fails(EnumSet.of(ErrorKind.VALIDATION)));
        list.add(Concept.ERROR, "amalgm", "Amalgm", Looks.amalgm(AmalgmType.ERROR, AmalgmType.WARNING));
        list.gaps(Concept.ERROR);
    }

    private static Facet.Look ends(Set<TurnState> states) {
        return (event, amalgm) -> event.payload() instanceof TurnCompleted end && states.contains(end.state())
                ? Set.of(Objects.requireNonNullElse(end.stopReason(), end.state().word()))
                : NO;
    }

    private static Facet.Look compactionStarts() {
        return (event, amalgm) -> Looks.when(
                event.payload() instanceof ItemPayload.ItemStarted(ItemSnapshot item)
                        && item.itemType() == ItemType.CONTEXT_COMPACTION,
                null);
    }

    private static Facet.Look fails(Set<ErrorKind> kinds) {
        return (event, amalgm) -> Looks.words(amalgm.events().stream()
                .map(each -> switch (each.payload()) {
                    case AmalgmPayload.Failure failure when kinds.contains(failure.errorType()) ->
                        failure.errorType().word();
                    case AmalgmPayload.Warning warning
                    when warning.errorType() != null && kinds.contains(warning.errorType()) ->
                        warning.errorType().word() + " (goes on)";
                    case AmalgmPayload other -> "";
                })
                .filter(word -> !word.isEmpty()));
    }
}
