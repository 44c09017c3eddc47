package dev.tapedeck.wire.codexeventmsg;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.json.Json;
import dev.tapedeck.rules.Nodes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a call gave back to the model: text, parts, or (older programs) JSON in a string with the exit code beside it.
 * Only the vendor's words tell whether it failed.
 */
final class CallOutput {
    private static final Pattern EXIT = Pattern.compile("(?m)^(?:Process exited with code|Exit code:) (-?\\d{1,9})$");
    private static final String ABORTED = "aborted by user";

    private final @Nullable String text;
    private final @Nullable Integer exit;

    CallOutput(JsonNode output) {
        JsonNode whole = inside(output);
        text = whole.isObject() ? whole.path("output").textValue() : text(whole);
        exit = whole.at("/metadata/exit_code").isInt() ? (Integer) whole.at("/metadata/exit_code").intValue() : said();
    }

    /** Whether it only says that the user broke the call off. */
    boolean isAborted() {
        return text != null && text.strip().endsWith(ABORTED);
    }

    ItemSnapshot.Builder of(ItemType type) {
        boolean failed = exit != null && exit != 0 || isAborted();
        return ItemSnapshot.of(type)
                .status(failed ? ItemStatus.FAILED : ItemStatus.COMPLETED)
                .text(text)
                .exitCode(exit);
    }

    private static JsonNode inside(JsonNode output) {
        if (!output.isTextual() || !output.textValue().startsWith("{\"output\"")) {
            return output;
        }
        try {
            return Json.read(output.textValue().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            return output;
        }
    }

    private static @Nullable String text(JsonNode output) {
        return output.isTextual() ? output.textValue() : Nodes.joined(output, "text", "\n");
    }

    private @Nullable Integer said() {
        Matcher matcher = text == null ? null : EXIT.matcher(text);
        return matcher != null && matcher.find() ? Integer.valueOf(matcher.group(1)) : null;
    }
}
