package dev.tapedeck.matrix;

import dev.tapedeck.amalgm.AmalgmPayload;
import dev.tapedeck.amalgm.AmalgmType;
import dev.tapedeck.amalgm.Omission;
import dev.tapedeck.canonical.ItemPayload;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.StreamKind;
import dev.tapedeck.rules.Concept;

/** What is said: text and reasoning. */
final class ContentFacets {
    private ContentFacets() {}

    static void addTo(FacetList list) {
        list.add(Concept.TEXT, "native", "Native", Looks.or(
                Looks.stream(StreamKind.ASSISTANT_TEXT), Looks.item(ItemType.ASSISTANT_MESSAGE)));
        list.add(Concept.TEXT, "amalgm", "Amalgm", Looks.amalgm(AmalgmType.TEXT_DELTA));
        list.add(Concept.TEXT, "dedup", "Dedup", (event, amalgm) -> {
            ItemSnapshot item = Looks.snapshot(event.payload());
            boolean repeats = item != null && item.itemType() == ItemType.ASSISTANT_MESSAGE && item.text() != null;
            return Looks.when(
                    repeats && amalgm.omission() == Omission.SAID_ALREADY, "a snapshot after its stream adds nothing");
        });
        list.gaps(Concept.TEXT);
        list.add(Concept.REASONING, "native", "Native", Looks.or(
                Looks.stream(StreamKind.REASONING_TEXT, StreamKind.REASONING_SUMMARY_TEXT),
                Looks.item(ItemType.REASONING)));
        list.add(Concept.REASONING, "amalgm", "Amalgm", Looks.amalgm(AmalgmType.REASONING_DELTA));
        list.add(Concept.REASONING, "sub-types", "Sub-types", (event, amalgm) -> Looks.words(amalgm.events().stream()
                .map(each -> each.payload())
                .filter(AmalgmPayload.ReasoningDelta.class::isInstance)
                .map(each -> ((AmalgmPayload.ReasoningDelta) each).subType().word())));
        list.add(Concept.REASONING, "done", "Done signal", (event, amalgm) -> Looks.when(
                event.payload() instanceof ItemPayload.ItemCompleted(ItemSnapshot item)
                        && item.itemType() == ItemType.REASONING,
                null));
        list.gaps(Concept.REASONING);
    }
}
