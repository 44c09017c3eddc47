package dev.tapedeck.golden;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a scenario's goldens come from, one member for each view. Not named {@code .approved.}, so that tools which
 * clean up approved files leave it alone.
 */
final class ProvenanceFile {
    private static final String APPROVED = "golden-meta.json";
    private static final String RECEIVED = "golden-meta.received.json";

    private final Path file;

    private ProvenanceFile(Path file) {
        this.file = file;
    }

    static ProvenanceFile approved(Path folder) {
        return new ProvenanceFile(folder.resolve(APPROVED));
    }

    static ProvenanceFile received(Path folder) {
        return new ProvenanceFile(folder.resolve(RECEIVED));
    }

    Optional<Provenance> get(View view) throws IOException {
        JsonNode member = load().path(view.word());
        if (!member.path("recording").isTextual() || !member.path("mapper").isTextual()) {
            return Optional.empty();
        }
        return Optional.of(new Provenance(
                member.path("recording").textValue(),
                member.path("mapper").textValue(),
                member.path("reducer").textValue()));
    }

    void put(View view, @Nullable Provenance from) throws IOException {
        ObjectNode members = load();
        if (from == null) {
            members.remove(view.word());
        } else {
            ObjectNode member = members.putObject(view.word());
            member.put("recording", from.recording()).put("mapper", from.mapper());
            if (from.reducer() != null) {
                member.put("reducer", from.reducer());
            }
        }
        if (members.isEmpty()) {
            Files.deleteIfExists(file);
            return;
        }
        ObjectNode ordered = Json.mapper().createObjectNode();
        for (View each : View.values()) {
            if (members.has(each.word())) {
                ordered.set(each.word(), members.get(each.word()));
            }
        }
        AtomicFile.write(file, (ordered.toPrettyString() + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** What stands there; a file that cannot be understood says nothing, since it only explains. */
    private ObjectNode load() throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Json.mapper().createObjectNode();
        }
        try {
            return Json.read(Files.readAllBytes(file)) instanceof ObjectNode members
                    ? members
                    : Json.mapper().createObjectNode();
        } catch (com.fasterxml.jackson.core.JacksonException e) {
            return Json.mapper().createObjectNode();
        }
    }
}
