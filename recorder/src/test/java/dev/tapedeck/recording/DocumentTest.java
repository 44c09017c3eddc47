package dev.tapedeck.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DocumentTest {
    private static final String EXPORT = """
            {
              "info": {"id": "ses_1", "directory": "/w", "version": "1.18.33"},
              "messages": [
                {"info": {"id": "msg_1", "sessionID": "ses_1", "role": "user"},
                 "parts": [{"n": 12345678901234567890.50}]}
              ]
            }
            """;

    @Test
    void a_document_is_itself_without_its_frames_and_then_each_frame() throws IOException {
        assertEquals(
                List.of(
                        "{\"info\":{\"id\":\"ses_1\",\"directory\":\"/w\",\"version\":\"1.18.33\"}}",
                        "{\"info\":{\"id\":\"msg_1\",\"sessionID\":\"ses_1\",\"role\":\"user\"},"
                                + "\"parts\":[{\"n\":12345678901234567890.50}]}"),
                frames(EXPORT));
    }

    @Test
    void a_document_tells_its_wire_provider_and_version() throws IOException {
        try (RecordingReader reader = open(EXPORT)) {
            assertEquals("opencode.export", reader.header().wire().name());
            assertEquals("opencode", reader.header().provider());
            assertEquals("1.18.33", reader.header().version());
        }
    }

    @Test
    void a_brace_alone_in_a_line_of_another_file_is_told_with_what_was_expected() {
        RecordingException failure =
                assertThrows(RecordingException.class, () -> frames("{\n  \"name\": \"x\"\n}\n"));

        assertTrue(String.valueOf(failure.getMessage()).contains("opencode.export"), failure.getMessage());
        assertEquals("another JSON document", failure.found());
    }

    @Test
    void a_document_that_was_cut_is_told_with_its_line() {
        RecordingException failure = assertThrows(RecordingException.class, () -> frames("{\n \"info\": {\n"));

        assertEquals(3, failure.line());
    }

    @Test
    void json_a_line_is_no_document() throws IOException {
        assertEquals(List.of("{\"a\":1}", "{", "}"), frames("{\"a\":1}\n{\n}\n"));
    }

    private static List<String> frames(String file) throws IOException {
        List<String> frames = new ArrayList<>();
        try (RecordingReader reader = open(file)) {
            for (Entry entry = reader.next(); entry != null; entry = reader.next()) {
                frames.add(((Frame) entry).payload().display());
            }
        }
        return frames;
    }

    private static RecordingReader open(String file) throws IOException {
        return RecordingReader.over(
                new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8)), "f.json", Strictness.STRICT, null);
    }
}
