package dev.tapedeck.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.Attachment;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.ItemPayload;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.StreamKind;
import dev.tapedeck.canonical.TelemetryPayload;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.Header;
import dev.tapedeck.frame.Origin;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.frame.Transport;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.json.Json;
import dev.tapedeck.mapping.MapContext;
import dev.tapedeck.mapping.MapResult;
import dev.tapedeck.mapping.NativeMapper;
import dev.tapedeck.mapping.Outcome;
import dev.tapedeck.rules.Concept;
import dev.tapedeck.rules.Dialect;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Message;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.rules.Send;
import dev.tapedeck.scratch.Scratch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class MatrixTest {
    private static final Wire WIRE = new Wire("made.up");
    private static final Column COLUMN = new Column("maker", WIRE);
    private static final KindList LIST =
            new KindList(WIRE, "1.0", new TreeSet<>(Set.of("say", "sing", "whisper")));
    private static final RuleBook BOOK = RuleBook.jsonRpc(WIRE)
            .map("say", Concept.TEXT, EventType.CONTENT_DELTA, (frame, out) ->
                    out.contentDelta(StreamKind.ASSISTANT_TEXT, frame.text("/params/text")))
            .map("whisper", Concept.TEXT, EventType.CONTENT_DELTA, (frame, out) ->
                    out.contentDelta(StreamKind.ASSISTANT_TEXT, frame.text("/params/text")))
            .gap("loudness is not carried")
            .map("show", Concept.TEXT, EventType.ITEM_COMPLETED, (frame, out) ->
                    out.emit(new ItemPayload.ItemCompleted(shown(frame))))
            .also(Concept.MULTIMODAL, Concept.COST)
            .map("draw", Concept.REASONING, EventType.ITEM_COMPLETED, (frame, out) ->
                    out.emit(new ItemPayload.ItemCompleted(shown(frame))))
            .also(Concept.MULTIMODAL, Concept.COST)
            .gap("colours are not carried")
            .map("twice", Concept.ERROR, EventType.CONFIG_WARNING, (frame, out) -> {
                out.emit(new TelemetryPayload.ConfigWarning("a", null, null, null));
                out.emit(new TelemetryPayload.ConfigWarning("b", null, null, null));
            })
            .map("liar", Concept.ERROR, EventType.RUNTIME_ERROR, (frame, out) ->
                    out.emit(new ItemPayload.ContentDelta(StreamKind.ASSISTANT_TEXT, "x", null, null)))
            .map("sleepy", Concept.ERROR, EventType.CONFIG_WARNING, (frame, out) ->
                    out.emit(new TelemetryPayload.ConfigWarning("s", null, null, null)))
            .drop("blink", "nobody looks")
            .duplicate("echo", "say")
            .drop("ask", "the client's own")
            .send("ask", frame -> new Send(null, "", List.of(new Attachment("image", "cat.png", null))))
            .build();

    /** What a frame of the client's begins with; only it asks. */
    private static final String CLIENT = "{'id':";

    private final Evidence evidence = new Evidence();

    @Test
    void a_recorded_frame_that_became_the_event_proves_the_cell() throws IOException {
        play(Origin.RECORDED, Set.of(), "{'method':'say','params':{'text':'hi'}}");
        Cell cell = cell(RowSet.EVENTS, "content.delta");
        KindCell say = kind(cell, "say");
        assertEquals(Status.PROVEN, say.status());
        assertEquals(1, say.frames());
        assertEquals(new FrameRef("a234567a234567aa", "maker/talk/recording.ndjson", 1), say.first());
        assertEquals(Set.of("method:string", "params.text:string"), say.seen().shapes().firstEntry().getKey().paths());
    }

    @Test
    void a_claim_without_a_recording_has_no_evidence_and_is_a_gap_of_a_cell_that_others_prove() throws IOException {
        play(Origin.RECORDED, Set.of(), "{'method':'say','params':{'text':'hi'}}");
        Cell cell = cell(RowSet.EVENTS, "content.delta");
        assertEquals(Status.NO_EVIDENCE, kind(cell, "whisper").status());
        assertEquals(Status.GAPS, cell.status());
        assertEquals(2, cell.claims());
        assertEquals(Status.NO_EVIDENCE, cell(RowSet.EVENTS, "runtime.error").status());
    }

    @Test
    void a_gap_that_the_rule_tells_shows_in_the_cell() throws IOException {
        play(Origin.RECORDED, Set.of(), "{'method':'whisper','params':{'text':'hi'}}");
        KindCell whisper = kind(cell(RowSet.EVENTS, "content.delta"), "whisper");
        assertEquals(Status.GAPS, whisper.status());
        assertEquals(List.of("loudness is not carried"), whisper.notes());
    }

    @Test
    void a_rule_of_several_concepts_claims_each_row_and_proves_those_that_its_events_carry() throws IOException {
        play(Origin.RECORDED, Set.of(), "{'method':'show'}", "{'method':'show','params':{'image':'cat.png'}}");
        KindCell text = kind(cell(RowSet.CONCEPTS, "text"), "show");
        assertEquals(2, text.frames());
        KindCell image = kind(cell(RowSet.CONCEPTS, "multimodal"), "show");
        assertEquals(Status.PROVEN, image.status());
        assertEquals(1, image.frames());
        assertEquals(2, image.first().seq());
        assertEquals(Status.NO_EVIDENCE, kind(cell(RowSet.CONCEPTS, "cost"), "show").status());
    }

    @Test
    void a_concept_is_written_down_once_beside_a_map_rule() {
        RuleBook.Builder book = RuleBook.jsonRpc(WIRE)
                .map("say", Concept.TEXT, EventType.CONTENT_DELTA, (frame, out) -> {});
        IllegalStateException twice = assertThrows(IllegalStateException.class, () -> book.also(Concept.TEXT));
        assertEquals("also: a concept twice in [TEXT, TEXT] of say", twice.getMessage());
        book.drop("blink", "nobody looks");
        IllegalStateException none = assertThrows(IllegalStateException.class, () -> book.also(Concept.COST));
        assertEquals("also: expected after a map rule", none.getMessage());
    }

    @Test
    void frames_that_no_provider_made_prove_nothing() throws IOException {
        play(Origin.SYNTHETIC, Set.of(), "{'method':'say','params':{'text':'hi'}}");
        assertEquals(Status.NO_EVIDENCE, kind(cell(RowSet.EVENTS, "content.delta"), "say").status());
    }

    @Test
    void a_faulted_frame_is_a_gap_of_every_event_its_rule_claims() throws IOException {
        play(Origin.RECORDED, Set.of(), "{'method':'say','params':{'text':7}}");
        KindCell say = kind(cell(RowSet.EVENTS, "content.delta"), "say");
        assertEquals(Status.GAPS, say.status());
        assertEquals(0, say.frames());
        assertTrue(say.notes().getFirst().startsWith("1 frames faulted: /params/text"), say.notes().toString());
    }

    @Test
    void a_rule_that_emits_what_it_does_not_declare_contradicts_its_claim() throws IOException {
        play(Origin.RECORDED, Set.of(), "{'method':'liar'}");
        assertEquals(Status.MISMATCH, cell(RowSet.EVENTS, "content.delta").status());
        assertEquals(Status.NO_EVIDENCE, cell(RowSet.EVENTS, "runtime.error").status());
        assertEquals(Status.MISMATCH, kind(cell(RowSet.CONCEPTS, "error"), "liar").status());
    }

    @Test
    void an_unmapped_kind_has_a_row_and_a_frame_to_look_at() throws IOException {
        play(Origin.RECORDED, Set.of(), "{'method':'blink'}", "{'method':'brand/new'}");
        Cell cell = cell(RowSet.EVENTS, RowSet.UNMAPPED.key());
        assertEquals(Status.UNMAPPED, cell.status());
        assertEquals(2, kind(cell, "brand/new").first().seq());
        assertEquals(Status.NOT_EMITTED, cell(RowSet.EVENTS, "runtime.warning").status());
    }

    @Test
    void what_is_left_out_says_why() throws IOException {
        play(Origin.RECORDED, Set.of(), "{'method':'blink'}", "{'method':'echo'}");
        assertEquals(List.of("nobody looks"), kind(cell(RowSet.EVENTS, RowSet.DROPPED.key()), "blink").notes());
        assertEquals(List.of("nobody looks"), kind(cell(RowSet.CONCEPTS, "dropped-today"), "blink").notes());
        assertEquals(Status.DROPPED, cell(RowSet.EVENTS, RowSet.DUPLICATE.key()).status());
    }

    @Test
    void a_scenario_that_did_not_bring_its_event_forth_is_a_mismatch() throws IOException {
        Set<EventType> expects = EnumSet.of(EventType.CONTENT_DELTA, EventType.TURN_COMPLETED);
        play(Origin.RECORDED, expects, "{'method':'say','params':{'text':'hi'}}");
        assertEquals(Status.MISMATCH, cell(RowSet.EVENTS, "turn.completed").status());
        assertEquals(Status.PROVEN, kind(cell(RowSet.EVENTS, "content.delta"), "say").status());
    }

    @Test
    void what_only_a_pending_golden_shows_is_not_proven() throws IOException {
        play(Origin.RECORDED, Set.of(), "{'method':'say','params':{'text':'hi'}}");
        Matrix matrix = matrix(RowSet.EVENTS, Set.of("a234567a234567aa"));
        Cell cell = matrix.cell("content.delta", COLUMN.toString()).orElseThrow();
        assertEquals(Status.GAPS, kind(cell, "say").status());
    }

    @Test
    void coverage_tells_what_a_vendor_lists_and_nobody_handles_or_recorded() throws IOException {
        play(Origin.RECORDED, Set.of(), "{'method':'say','params':{'text':'hi'}}", "{'method':'brand/new'}");
        Coverage coverage = matrix(RowSet.EVENTS, Set.of()).coverage().getFirst();
        assertEquals(3, coverage.listed());
        assertEquals(List.of("sing"), coverage.withoutRule());
        assertEquals(List.of("sing", "whisper"), coverage.neverRecorded());
        assertEquals(List.of("brand/new"), coverage.notListed());
    }

    @Test
    void what_another_list_of_the_wire_has_is_listed() throws IOException {
        play(Origin.RECORDED, Set.of(), "{'method':'say','params':{'text':'hi'}}", "{'method':'brand/new'}");
        KindList newer = new KindList(WIRE, "2.0", new TreeSet<>(Set.of("brand/new")));
        Matrix matrix = Matrix.of(
                RowSet.EVENTS, Map.of(WIRE, BOOK), List.of(COLUMN), evidence, List.of(LIST, newer), Set.of());
        matrix.coverage().forEach(coverage -> assertEquals(List.of(), coverage.notListed()));
    }

    @Test
    void a_list_is_compared_with_sessions_that_speak_its_version_and_with_none_where_nobody_does() throws IOException {
        play(Origin.RECORDED, Set.of(), "{'method':'say','params':{'text':'hi'}}");
        KindList newer = new KindList(WIRE, "2.0", new TreeSet<>(Set.of("say", "brand/new")));
        Matrix matrix = Matrix.of(
                RowSet.EVENTS, Map.of(WIRE, BOOK), List.of(COLUMN), evidence, List.of(LIST, newer), Set.of());
        assertTrue(matrix.coverage().getFirst().isCompared());
        assertEquals(List.of("sing", "whisper"), matrix.coverage().getFirst().neverRecorded());
        assertFalse(matrix.coverage().getLast().isCompared());
        assertEquals(List.of("brand/new"), matrix.coverage().getLast().withoutRule());
        String markdown = new MatrixMarkdown("..").write(matrix);
        assertTrue(markdown.contains("2 kinds are listed, and no session of a real provider speaks this"), markdown);
    }

    @Test
    void what_only_ends_is_no_shape_of_what_was_said() throws IOException {
        play(Origin.RECORDED, Set.of(), "{'method':'draw'}");
        assertEquals(Status.NOT_EMITTED, facet("text.native").status());
    }

    @Test
    void a_rules_gap_is_written_out_once_and_referred_to() throws IOException {
        play(Origin.RECORDED, Set.of(), "{'method':'draw','params':{'image':'cat.png'}}");
        FacetText text = new FacetText(new MatrixMarkdown(".."), evidence);
        assertTrue(text.of(facet("reasoning.gaps")).startsWith("⚠️ colours are not carried (`draw` "));
        assertEquals("⚠️ of `draw` see 2. Reasoning parts", text.of(facet("multimodal.gaps")));
    }

    @Test
    void what_a_client_attaches_is_shown_where_no_event_tells_it() throws IOException {
        play(Origin.RECORDED, Set.of(), "{'id':1,'method':'ask'}");
        FacetCell cell = facet("multimodal.image-input");
        assertEquals(Status.GAPS, cell.status());
        assertEquals("ask", cell.sent().getFirst().kind());
        assertEquals("[image]", cell.sent().getFirst().words().toString());
        String text = new FacetText(new MatrixMarkdown("../fixtures"), evidence).of(cell);
        assertTrue(text.startsWith("⚠️ sent in `ask` [maker/talk 1]"), text);
        assertEquals(Status.NOT_EMITTED, facet("multimodal.audio").status());
    }

    @Test
    void a_rules_gap_stands_beside_further_concepts_only_where_its_frames_carried_them() throws IOException {
        play(Origin.RECORDED, Set.of(), "{'method':'draw'}", "{'method':'draw','params':{'image':'cat.png'}}");
        assertEquals(1, facet("reasoning.gaps").gaps().getFirst().first().seq());
        assertEquals(2, facet("multimodal.gaps").gaps().getFirst().first().seq());
        assertEquals(List.of(), facet("cost.gaps").gaps());
    }

    @Test
    void a_frame_counts_once_however_many_events_it_brings() throws IOException {
        play(Origin.RECORDED, Set.of(), "{'method':'twice'}");
        assertEquals(1, matrix(RowSet.EVENTS, Set.of()).cells().stream()
                .mapToLong(Cell::frames)
                .sum());
    }

    private FacetCell facet(String key) {
        return FacetMatrix.of(Map.of(WIRE, BOOK), List.of(), evidence).cells().stream()
                .filter(cell -> cell.facet().key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void every_cell_of_every_row_set_is_there() {
        for (RowSet rows : RowSet.values()) {
            Matrix matrix = matrix(rows, Set.of());
            assertEquals(matrix.rows().size() * matrix.columns().size(), matrix.cells().size());
            assertEquals(matrix.cells().size(), MatrixJson.write(matrix).size());
        }
        assertEquals(45 + 3, matrix(RowSet.EVENTS, Set.of()).rows().size());
        assertEquals(10 + 3, matrix(RowSet.RUNTIME, Set.of()).rows().size());
        assertEquals(17 + 2, matrix(RowSet.CONCEPTS, Set.of()).rows().size());
    }

    @Test
    void a_kind_is_data_in_every_written_form() throws IOException {
        play(Origin.RECORDED, Set.of(), "{'method':'=cmd|<b>`x`\\u202e'}");
        Matrix matrix = matrix(RowSet.EVENTS, Set.of());
        String markdown = new MatrixMarkdown("../fixtures").write(matrix);
        assertTrue(markdown.contains("=cmd\\|<b>`x`\\u202e ``"), markdown);
        assertFalse(markdown.contains("\u202e"));
        assertTrue(MatrixCsv.write(matrix).contains("'=cmd|"), MatrixCsv.write(matrix));
        assertTrue(markdown.contains("(<../fixtures/maker/talk/recording.ndjson#L2>)"), markdown);
    }

    private static ItemSnapshot shown(FrameView frame) {
        String image = frame.optionalText("/params/image");
        return ItemSnapshot.of(ItemType.ASSISTANT_MESSAGE)
                .attachments(image == null ? null : List.of(new Attachment("image", image, null)))
                .build();
    }

    private void play(Origin origin, Set<EventType> expects, String... frames) throws IOException {
        Header header = new Header(
                "a234567a234567aa", "maker", WIRE, Transport.STDIO_JSONRPC, "1.0", null, List.of(), null,
                Instant.EPOCH, origin, "talk", null, List.of(), Map.of(), Map.of(), null);
        Evidence.OneRecording recording = evidence.recording(header, "maker/talk/recording.ndjson", BOOK, expects);
        NativeMapper mapper =
                new NativeMapper(BOOK, (event, frame, context, scratch) -> List.of(), Instant.EPOCH, false);
        Dialect.Session session = BOOK.dialect().open();
        MapContext context = new MapContext("s", null, 1, List.of());
        int seq = 0;
        for (String text : frames) {
            Direction direction = text.startsWith(CLIENT) ? Direction.IN : Direction.OUT;
            byte[] json = text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
            Frame frame = Frame.line(++seq, 0, direction, new Payload.Json(json));
            JsonNode node = Json.read(json);
            Message message = session.read(frame, node);
            MapResult result = mapper.mapFrames(context, List.of(message), Scratch.EMPTY);
            recording.frame(new FrameResult(
                    frame, message, disposition(result.outcomes().getFirst()), null,
                    result.outcomes().getFirst() instanceof Outcome.Faulted faulted ? faulted.reason() : null,
                    result.emissions(), 1));
        }
        recording.end();
    }

    private static Disposition disposition(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Mapped mapped -> Disposition.MAPPED;
            case Outcome.Duplicate duplicate -> Disposition.DUPLICATE;
            case Outcome.Dropped dropped -> Disposition.DROPPED;
            case Outcome.Unmapped unmapped -> Disposition.UNMAPPED;
            case Outcome.Faulted faulted -> Disposition.FAULTED;
        };
    }

    private Matrix matrix(RowSet rows, Set<String> pending) {
        return Matrix.of(rows, Map.of(WIRE, BOOK), List.of(COLUMN), evidence, List.of(LIST), pending);
    }

    private Cell cell(RowSet rows, String row) {
        return matrix(rows, Set.of()).cell(row, COLUMN.toString()).orElseThrow();
    }

    private static KindCell kind(Cell cell, String kind) {
        return cell.kinds().stream().filter(each -> each.kind().equals(kind)).findFirst().orElseThrow();
    }
}
