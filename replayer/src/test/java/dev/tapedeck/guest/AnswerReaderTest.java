package dev.tapedeck.guest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.events.RuntimeJson;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.json.Json;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.mapping.MapResult;
import dev.tapedeck.mapping.Mapper;
import dev.tapedeck.mapping.Outcome;
import dev.tapedeck.replay.Replay;
import dev.tapedeck.replay.ReplayListener;
import dev.tapedeck.runtime.RuntimeEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class AnswerReaderTest {
    private static String complaint(String answer) {
        return assertThrows(
                        Mapper.HookFailure.class,
                        () -> new AnswerReader(Calls.frames("{\"method\":\"a\"}", "{\"method\":\"b\"}"), false)
                                .read(answer))
                .getMessage();
    }

    private static String event(String members) {
        return complaint("{\"scratch\":{},\"events\":[{\"seq\":1," + members + "}]}");
    }

    @Test
    void every_event_of_every_fixture_is_read_as_it_was_written() throws IOException {
        List<RuntimeEvent> events = new ArrayList<>();
        try (Stream<Path> all = Files.walk(Path.of("..", "fixtures"))) {
            for (Path file : all.filter(file -> file.endsWith("recording.ndjson")).sorted().toList()) {
                Replay.of(file).listener(new Gathering(events)).run();
            }
        }
        Set<Class<?>> types = new HashSet<>();
        for (RuntimeEvent event : events) {
            types.add(event.getClass());
            Reading read = Reading.of(Json.read(Json.writeBytes(RuntimeJson.of(event))));
            assertEquals(RuntimeJson.of(event).toString(), RuntimeJson.of(EventReader.read(read)).toString());
            read.nothingElse();
        }
        assertTrue(types.size() == 9, "all but the host's own warning: " + types);
    }

    private record Gathering(List<RuntimeEvent> events) implements ReplayListener {
        @Override
        public void frame(FrameResult result) {
            for (Emission emission : result.emissions()) {
                events.addAll(emission.events());
            }
        }
    }

    @Test
    void an_answer_says_which_frames_are_faults_and_which_are_left_out() throws IOException {
        MapResult result = new AnswerReader(Calls.frames("{\"method\":\"a\"}", "{\"method\":\"b\"}"), false)
                .read("{\"scratch\":{\"n\":1},\"events\":[],\"faults\":[{\"seq\":2,\"reason\":\"broken\"}],"
                        + "\"outcomes\":[{\"seq\":1,\"outcome\":\"dropped\",\"reason\":\"dull\"}]}");
        assertEquals(List.of(new Outcome.Dropped("dull"), new Outcome.Faulted("broken")), result.outcomes());
        assertEquals("{\"n\":1}", result.scratch().toString());
    }

    @Test
    void what_is_wrong_is_told_with_its_place_and_what_was_expected() {
        assertEquals("answer: one JSON object expected, found nothing", complaint(""));
        assertTrue(complaint("oops").startsWith("answer: one JSON object expected, found oops"), complaint("oops"));
        assertEquals("answer, as a whole: expected an object, found array", complaint("[]"));
        assertEquals("answer, /scratch: expected an object, found nothing", complaint("{\"events\":[]}"));
        assertEquals("answer, as a whole: expected one of error, events, faults, outcomes, scratch, found more",
                complaint("{\"scratch\":{},\"more\":1}"));
        assertEquals("out of ideas", complaint("{\"error\":\"out of ideas\"}"));
        assertEquals("answer, /events/0/threadId: expected a string, found number 5",
                event("\"type\":\"ThreadUpdated\",\"threadId\":5"));
        assertEquals("answer, /events/0/phase: expected one of working, idle, needs_input, found string \"busy\"",
                event("\"type\":\"TurnUpdated\",\"threadId\":\"t\",\"phase\":\"busy\""));
        assertEquals("answer, /events/0/type: expected a runtime event that a mapper may emit, for instance "
                + "ItemUpdated, found string \"Warning\"", event("\"type\":\"Warning\",\"reason\":\"r\""));
        assertTrue(event("\"type\":\"ThreadUpdated\",\"threadId\":\"t\",\"colour\":1").endsWith(", found colour"));
        assertEquals("answer, /events/0/seq: expected seq of a frame of this call, found number 9",
                complaint("{\"scratch\":{},\"events\":[{\"seq\":9,\"type\":\"SessionUpdated\"}]}"));
        assertEquals("answer, /events/1/seq: expected events in the order of their frames, found number 1",
                complaint("{\"scratch\":{},\"events\":[{\"seq\":2,\"type\":\"SessionUpdated\"},"
                        + "{\"seq\":1,\"type\":\"SessionUpdated\"}]}"));
        assertEquals("answer, /events/0/seq: expected no event of a frame that is a fault, found number 1",
                complaint("{\"scratch\":{},\"events\":[{\"seq\":1,\"type\":\"SessionUpdated\"}],"
                        + "\"faults\":[{\"seq\":1,\"reason\":\"r\"}]}"));
    }
}
