package dev.tapedeck.matrix;

import static dev.tapedeck.matrix.Facet.NO;

import dev.tapedeck.amalgm.AmalgmPayload;
import dev.tapedeck.amalgm.AmalgmType;
import dev.tapedeck.canonical.ItemPayload;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.ThreadPayload;
import dev.tapedeck.rules.Concept;
import java.util.Set;

/** What is carried beside text, and which tools are of MCP servers. */
final class MediaFacets {
    private MediaFacets() {}

    static void addTo(FacetList list) {
        list.add(Concept.MULTIMODAL, "image-input", "Image input", Looks.attachments(
                type -> type == ItemType.USER_MESSAGE, "image"::equals));
        list.alsoSent("image"::equals);
        list.add(Concept.MULTIMODAL, "image-output", "Image output", Looks.attachments(
                type -> type != ItemType.USER_MESSAGE, "image"::equals));
        list.add(Concept.MULTIMODAL, "audio", "Audio", Looks.or(
                Looks.attachments(type -> true, "audio"::equals),
                (event, amalgm) -> Looks.when(
                        event.payload() instanceof ThreadPayload.ThreadRealtimeAudioDelta, "realtime")));
        list.alsoSent("audio"::equals);
        list.add(Concept.MULTIMODAL, "files", "Files / attachments", Looks.attachments(
                type -> true, kind -> !Set.of("image", "audio").contains(kind)));
        list.alsoSent(kind -> !Set.of("image", "audio").contains(kind));
        list.add(Concept.MULTIMODAL, "amalgm", "Amalgm", (event, amalgm) -> Looks.words(amalgm.events().stream()
                .filter(each -> each.type() == AmalgmType.CONTENT_BLOCK
                        || each.payload() instanceof AmalgmPayload.ToolCompleted tool && tool.content() != null)
                .map(each -> each.type().word())));
        list.gaps(Concept.MULTIMODAL);
        list.add(Concept.MCP, "marker", "Native marker", Looks.tool(ItemPayload.class, item ->
                item.server() == null ? NO : Set.of(item.server() + " " + item.tool())));
        list.add(Concept.MCP, "amalgm", "Amalgm", (event, amalgm) -> Looks.words(amalgm.events().stream()
                .filter(each -> each.payload() instanceof AmalgmPayload.ToolStarted tool && tool.mcp() != null)
                .map(each -> each.type().word() + " mcp")));
        list.fixed(Concept.MCP, "branding", "App branding", "the host's window, by the server's name in tool.started");
        list.gaps(Concept.MCP);
    }
}
