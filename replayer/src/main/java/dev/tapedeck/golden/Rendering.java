package dev.tapedeck.golden;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.events.EventWriter;
import dev.tapedeck.events.Ordinals;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.json.Json;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.recording.Strictness;
import dev.tapedeck.replay.KindCount;
import dev.tapedeck.projection.amalgm.AmalgmProjection;
import dev.tapedeck.replay.Replay;
import dev.tapedeck.replay.ReplayListener;
import dev.tapedeck.replay.ReplayReport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The views of one recording, as they are approved.
 *
 * @param views the bytes of each view
 * @param report what the replay came to
 */
public record Rendering(Map<View, byte[]> views, ReplayReport report) {

    /**
     * Replays a recording.
     *
     * @throws IOException if it is damaged anywhere, has no rule book, breaks an invariant, or a view grows beyond
     *     {@link GoldenStore#MAX_BYTES}
     */
    public static Rendering of(Path recording) throws IOException {
        return of(recording, Replay.of(recording));
    }

    /** The same, of a replay with settings of its own. */
    public static Rendering of(Path recording, Replay replay) throws IOException {
        Events events = new Events(recording);
        ReplayReport report;
        try {
            report = replay.strictness(Strictness.STRICT).listener(events).run();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        if (!report.violations().isEmpty()) {
            throw new IOException(recording + ": " + report.violations().size() + " invariants broken, first: "
                    + report.violations().getFirst());
        }
        Map<View, byte[]> views = new EnumMap<>(View.class);
        views.put(View.CANONICAL, events.canonical.toByteArray());
        views.put(View.RUNTIME, events.runtime.toByteArray());
        views.put(View.AMALGM, events.amalgm.toByteArray());
        views.put(View.MAPS, lines(maps(report, events.ordinals)));
        views.put(View.DISPOSITIONS, pretty(dispositions(report)));
        return new Rendering(views, report);
    }

    /** With the numbers that the events got; a send is known by a seq, which another run may shift. */
    private static ObjectNode maps(ReplayReport report, Ordinals ordinals) {
        JsonNode full = report.mapsInFull();
        ObjectNode maps = ordinals.stable((ObjectNode) full);
        if (full.path("boundThread").isTextual()) {
            maps.put("boundThread", ordinals.thread(full.path("boundThread").textValue()));
        }
        for (String list : List.of("threads", "turns", "items", "requests", "evidence")) {
            for (int i = 0; i < maps.path(list).size(); i++) {
                number((ObjectNode) maps.path(list).get(i), full.path(list).path(i), ordinals);
            }
        }
        for (JsonNode confirmed : maps.path("evidence")) {
            if (confirmed instanceof ObjectNode evidence) {
                evidence.put("send", ordinals.send(evidence.path("send").asText()));
            }
        }
        return maps;
    }

    /** Ids by what they are: one may be short, or the same as that of something of another kind. */
    private static void number(ObjectNode entry, JsonNode full, Ordinals ordinals) {
        String thread = full.path("thread").textValue();
        for (String member : List.of("thread", "parent", "parentThread", "childThread")) {
            if (full.path(member).isTextual()) {
                entry.put(member, ordinals.thread(full.path(member).textValue()));
            }
        }
        if (full.path("turn").isTextual()) {
            entry.put("turn", ordinals.turn(thread, full.path("turn").textValue()));
        }
        if (full.path("item").isTextual()) {
            entry.put("item", ordinals.item(thread, full.path("item").textValue()));
        }
        if (full.path("request").isTextual()) {
            entry.put("request", ordinals.request(RequestRef.ofKey(full.path("request").textValue())));
        }
    }

    private static ObjectNode dispositions(ReplayReport report) {
        ObjectNode json = Json.mapper().createObjectNode().put("frames", report.frames());
        report.dispositions().forEach((disposition, frames) -> json.put(disposition.word(), frames));
        ObjectNode kinds = json.putObject("kinds");
        for (KindCount kind : report.kinds()) {
            ObjectNode counts = kinds.putObject(kind.direction().word() + " " + kind.kind());
            for (Disposition disposition : Disposition.values()) {
                if (kind.of(disposition) > 0) {
                    counts.put(disposition.word(), kind.of(disposition));
                }
            }
        }
        return json;
    }

    /** A line for each member, and one for each entry of a list, so that a difference names what differs. */
    private static byte[] lines(ObjectNode json) {
        StringBuilder text = new StringBuilder("{");
        String before = "\n  ";
        for (Map.Entry<String, JsonNode> member : json.properties()) {
            text.append(before).append(Json.write(JsonNodeFactory.instance.textNode(member.getKey()))).append(": ");
            if (member.getValue() instanceof ArrayNode list && !list.isEmpty()) {
                String first = "[\n    ";
                for (JsonNode entry : list) {
                    text.append(first).append(Json.write(entry));
                    first = ",\n    ";
                }
                text.append("\n  ]");
            } else {
                text.append(Json.write(member.getValue()));
            }
            before = ",\n  ";
        }
        return text.append("\n}\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Indented with two blanks and LF on every system. */
    private static byte[] pretty(ObjectNode json) {
        return (json.toPrettyString().replace("\r\n", "\n") + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static final class Events implements ReplayListener {
        private final Path recording;
        private final Ordinals ordinals = new Ordinals();
        private final EventWriter writer = EventWriter.golden(ordinals);
        private final ByteArrayOutputStream canonical = new ByteArrayOutputStream();
        private final ByteArrayOutputStream runtime = new ByteArrayOutputStream();
        private final ByteArrayOutputStream amalgm = new ByteArrayOutputStream();
        private AmalgmProjection projection = new AmalgmProjection();

        Events(Path recording) {
            this.recording = recording;
        }

        @Override
        public void note(HostNote note) {
            if (note instanceof HostNote.EpochOpened) {
                projection = new AmalgmProjection();
            }
        }

        @Override
        public void frame(FrameResult result) {
            result.emissions().forEach(emission -> write(result.frame().seq(), emission));
        }

        @Override
        public void written(long seq, Emission emission) {
            write(seq, emission);
        }

        private void write(long seq, Emission emission) {
            if (emission.canonical() != null) {
                line(canonical, writer.canonical(emission.canonical(), seq));
            }
            emission.events().forEach(event -> line(runtime, writer.runtime(event)));
            if (emission.canonical() != null) {
                projection.project(emission.canonical()).events().forEach(event -> line(amalgm, writer.amalgm(event)));
            }
        }

        private void line(ByteArrayOutputStream out, String json) {
            out.writeBytes(json.getBytes(StandardCharsets.UTF_8));
            out.write('\n');
            if (out.size() > GoldenStore.MAX_BYTES) {
                throw new UncheckedIOException(new IOException(recording
                        + ": its events are larger than a golden may be, " + GoldenStore.MAX_BYTES + " bytes"));
            }
        }
    }
}
