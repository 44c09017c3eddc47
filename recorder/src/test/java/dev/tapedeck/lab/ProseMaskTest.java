package dev.tapedeck.lab;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.json.Json;
import dev.tapedeck.lab.scenario.ProseRule;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProseMaskTest {
    private static final String PROSE = "You are an agent. \"Be kind\" & keep—order.\n".repeat(3);

    @Test
    void long_text_of_the_vendor_is_replaced_by_as_many_characters_and_nothing_else_changes() throws Exception {
        String frame = "{\"b\":1.50, \"prose\": %s ,\"a\":[\"short\", %s],\"a\":\"\\u00e9\"}"
                .formatted(Json.write(PROSE), Json.write(PROSE));

        String masked = mask(rule(40), "", frame);

        String filler = Json.read(masked.getBytes(UTF_8)).path("prose").textValue();
        assertEquals(PROSE.length(), filler.length());
        assertEquals(
                "{\"b\":1.50, \"prose\": \"%s\" ,\"a\":[\"short\", \"%s\"],\"a\":\"\\u00e9\"}"
                        .formatted(filler, filler),
                masked);
    }

    @Test
    void text_that_the_scenario_holds_is_its_own() {
        String frame = "{\"text\":" + Json.write(PROSE) + "}";

        assertEquals(frame, mask(rule(40), "{\"message\": " + Json.write(PROSE) + "}", frame));
    }

    @Test
    void a_rule_speaks_of_the_frames_and_members_that_it_names() {
        ProseRule named = new ProseRule(
                Map.of(JsonPointer.compile("/method"), TextNode.valueOf("prompt")), 40, List.of("text"), List.of());
        String other = "{\"method\":\"other\",\"text\":%s}".formatted(Json.write(PROSE));
        String wrongMember = "{\"method\":\"prompt\",\"diff\":%s}".formatted(Json.write(PROSE));
        String meant = "{\"method\":\"prompt\",\"text\":%s}".formatted(Json.write(PROSE));

        assertEquals(other, mask(named, "", other));
        assertEquals(wrongMember, mask(named, "", wrongMember));
        assertEquals(meant.length(), mask(named, "", meant).length() + Json.write(PROSE).length() - PROSE.length() - 2);
    }

    @Test
    void an_excepted_member_stays() {
        ProseRule rule = new ProseRule(Map.of(), 40, List.of(), List.of("output"));
        String frame = "{\"output\":" + Json.write(PROSE) + "}";

        assertEquals(frame, mask(rule, "", frame));
    }

    @Test
    void what_the_client_sends_and_what_is_not_json_stays() {
        ProseMask mask = new ProseMask(List.of(rule(1)), "");
        Payload sent = new Payload.Json(("{\"a\":" + Json.write(PROSE) + "}").getBytes(UTF_8));
        Payload text = new Payload.Text(PROSE);

        assertSame(sent, mask.mask(Direction.IN, sent));
        assertSame(text, mask.mask(Direction.OUT, text));
    }

    private static ProseRule rule(int longerThan) {
        return new ProseRule(Map.of(), longerThan, List.of(), List.of());
    }

    private static String mask(ProseRule rule, String own, String frame) {
        return new ProseMask(List.of(rule), own)
                .mask(Direction.OUT, new Payload.Json(frame.getBytes(UTF_8)))
                .display();
    }
}
