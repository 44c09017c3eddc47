package dev.tapedeck.matrix;

import static dev.tapedeck.matrix.Facet.NO;
import static dev.tapedeck.matrix.Facet.YES;

import dev.tapedeck.amalgm.AmalgmPayload;
import dev.tapedeck.amalgm.AmalgmType;
import dev.tapedeck.canonical.ItemPayload;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.StreamKind;
import dev.tapedeck.canonical.TelemetryPayload;
import dev.tapedeck.rules.Concept;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What tools do, and whom they ask. */
final class ToolFacets {
    private ToolFacets() {}

    static void addTo(FacetList list) {
        list.add(Concept.TOOL_CALL, "native", "Native", Looks.tool(ItemPayload.ItemStarted.class, item -> YES));
        list.add(Concept.TOOL_CALL, "amalgm", "Amalgm", Looks.amalgm(AmalgmType.TOOL_STARTED));
        list.add(Concept.TOOL_CALL, "name", "Tool name", Looks.tool(ItemPayload.class, ToolFacets::name));
        list.gaps(Concept.TOOL_CALL);
        list.add(Concept.TOOL_INPUT, "initial", "Native (initial)", Looks.tool(ItemPayload.ItemStarted.class, item ->
                item.input() == null ? NO : YES));
        list.add(Concept.TOOL_INPUT, "delta", "Native (delta)", Looks.or(
                Looks.stream(StreamKind.TOOL_INPUT),
                Looks.tool(ItemPayload.ItemUpdated.class, item -> item.input() == null ? NO : Set.of("snapshot"))));
        list.add(Concept.TOOL_INPUT, "amalgm", "Amalgm",
                Looks.amalgm(AmalgmType.TOOL_STARTED, AmalgmType.TOOL_UPDATED));
        list.add(Concept.TOOL_INPUT, "partial", "Partial-parse", Looks.stream(StreamKind.TOOL_INPUT));
        list.gaps(Concept.TOOL_INPUT);
        list.add(Concept.TOOL_STATE, "started", "started", Looks.tool(ItemPayload.ItemStarted.class, item -> YES));
        list.add(Concept.TOOL_STATE, "in-progress", "in_progress", Looks.or(
                Looks.stream(StreamKind.COMMAND_OUTPUT, StreamKind.FILE_CHANGE_OUTPUT),
                (event, amalgm) -> event.payload() instanceof TelemetryPayload.ToolProgress
                        ? Set.of("progress")
                        : Looks.tool(ItemPayload.ItemUpdated.class, item -> YES).seen(event, amalgm)));
        list.add(Concept.TOOL_STATE, "completed", "completed", ended(ItemStatus.COMPLETED));
        list.add(Concept.TOOL_STATE, "failed", "failed",
                Looks.or(ended(ItemStatus.FAILED), ended(ItemStatus.DECLINED)));
        list.add(Concept.TOOL_STATE, "amalgm", "Amalgm", Looks.amalgm(
                AmalgmType.TOOL_STARTED, AmalgmType.TOOL_UPDATED, AmalgmType.TOOL_COMPLETED));
        list.gaps(Concept.TOOL_STATE);
        list.add(Concept.TOOL_OUTPUT, "native", "Native field", Looks.tool(ItemPayload.ItemCompleted.class, item ->
                item.text() == null && item.exitCode() == null ? NO : YES));
        list.add(Concept.TOOL_OUTPUT, "amalgm", "Amalgm", Looks.amalgm(AmalgmType.TOOL_COMPLETED));
        list.add(Concept.TOOL_OUTPUT, "images", "Image outputs", Looks.tool(ItemPayload.class, item ->
                item.attachments() == null ? NO : Looks.words(item.attachments().stream()
                        .map(each -> each.kind())
                        .filter("image"::equals))));
        list.gaps(Concept.TOOL_OUTPUT);
        list.add(Concept.PERMISSION, "native", "Native", Looks.amalgm(AmalgmType.PERMISSION_REQUEST));
        list.add(Concept.PERMISSION, "response", "User response", (event, amalgm) -> permission(
                amalgm.events().stream().map(each -> each.payload()), null));
        list.add(Concept.PERMISSION, "decline", "Decline behavior", Looks.or(
                (event, amalgm) -> permission(amalgm.events().stream().map(each -> each.payload()), false),
                ended(ItemStatus.DECLINED)));
        list.add(Concept.PERMISSION, "amalgm", "Amalgm", Looks.amalgm(
                AmalgmType.PERMISSION_REQUEST, AmalgmType.PERMISSION_RESPONSE));
        list.fixed(Concept.PERMISSION, "proposed", "Proposed", "emitted: permission_request and permission_response");
        list.gaps(Concept.PERMISSION);
    }

    private static Set<String> name(ItemSnapshot item) {
        String word = Looks.kindOf(item).word();
        return Set.of(item.tool() == null ? word : item.tool() + " → " + word);
    }

    private static Facet.Look ended(ItemStatus status) {
        return Looks.tool(ItemPayload.ItemCompleted.class, item -> {
            ItemStatus told = Objects.requireNonNullElse(item.status(), ItemStatus.COMPLETED);
            return told == status ? Set.of(told.word()) : NO;
        });
    }

    private static Set<String> permission(Stream<AmalgmPayload> payloads, @Nullable Boolean approved) {
        return Looks.words(payloads.filter(AmalgmPayload.PermissionResponse.class::isInstance)
                .map(AmalgmPayload.PermissionResponse.class::cast)
                .filter(answer -> approved == null || answer.approved() == approved)
                .map(answer -> Objects.requireNonNullElse(
                        answer.decision(), Objects.requireNonNullElse(answer.reason(), "answered"))));
    }
}
