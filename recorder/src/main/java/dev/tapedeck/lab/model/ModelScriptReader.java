package dev.tapedeck.lab.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.tapedeck.lab.model.ModelResponse.Body;
import dev.tapedeck.lab.model.ModelResponse.Close;
import dev.tapedeck.lab.model.Output.Piece;
import dev.tapedeck.lab.script.ScenarioException;
import dev.tapedeck.lab.script.Spec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** Reads the model script of a scenario file. */
public final class ModelScriptReader {
    private static final int LONGEST_MILLIS = 60_000;
    private static final int USUAL_PIECES = 3;
    private static final int MOST_PIECES = 1000;

    private ModelScriptReader() {}

    /**
     * Reads a list of responses.
     *
     * @throws ScenarioException at the first thing that is not as the format says
     */
    public static List<ModelResponse> read(List<Spec> specs) throws ScenarioException {
        List<ModelResponse> responses = new ArrayList<>();
        for (Spec spec : specs) {
            responses.add(response(spec));
        }
        return List.copyOf(responses);
    }

    private static ModelResponse response(Spec spec) throws ScenarioException {
        spec.only("when", "note", "capture", "headers", "delay", "pace", "repeat", "optional",
                "status", "body", "output", "end", "usage", "metadata");
        return new ModelResponse(
                when(spec),
                spec.text("note", ""),
                captures(spec),
                spec.textMembers("headers"),
                spec.whole("delay", 0, 0, LONGEST_MILLIS),
                spec.whole("pace", 0, 0, LONGEST_MILLIS),
                spec.flag("repeat"),
                spec.flag("optional"),
                body(spec));
    }

    private static Body body(Spec spec) throws ScenarioException {
        if (spec.has("output") == spec.has("body")) {
            throw spec.wrong("either output (a stream) or body (a plain answer)");
        }
        if (spec.has("body")) {
            return new ModelResponse.Plain(spec.whole("status", 200, 100, 599), spec.at("body").json());
        }
        List<Output> output = new ArrayList<>();
        for (Spec element : spec.elements("output")) {
            output.add(output(element));
        }
        return new ModelResponse.Stream(output, close(spec), json(spec, "usage"), json(spec, "metadata"));
    }

    private static Close close(Spec spec) throws ScenarioException {
        Optional<Spec> end = spec.find("end");
        if (end.isEmpty()) {
            return new Close.Completed();
        }
        Spec how = end.get();
        if (how.isText()) {
            return switch (how.text()) {
                case "cut" -> new Close.Cut();
                case "hang" -> new Close.Hang();
                default -> throw how.wrong("cut, hang, or an object with failed or incomplete");
            };
        }
        if (how.has("failed")) {
            how.only("failed");
            Spec failed = how.at("failed");
            failed.only("code", "message");
            return new Close.Failed(failed.at("code").text(), failed.at("message").text());
        }
        how.only("incomplete");
        return new Close.Incomplete(how.at("incomplete").text());
    }

    private static Output output(Spec spec) throws ScenarioException {
        if (spec.has("message")) {
            spec.only("message", "phase", "pieces");
            return new Output.Message(
                    pieces(spec), spec.find("phase").isPresent() ? spec.at("phase").text() : null);
        }
        if (spec.has("reasoning")) {
            spec.only("reasoning");
            Spec reasoning = spec.at("reasoning");
            reasoning.only("summary", "content");
            return new Output.Reasoning(reasoning.texts("summary"), reasoning.texts("content"));
        }
        if (spec.has("call")) {
            spec.only("call", "namespace", "arguments");
            JsonNode none = JsonNodeFactory.instance.objectNode();
            return new Output.FunctionCall(
                    spec.at("call").text(),
                    spec.find("namespace").isPresent() ? spec.at("namespace").text() : null,
                    spec.find("arguments").map(Spec::json).orElse(none));
        }
        if (spec.has("custom")) {
            spec.only("custom", "input", "pieces");
            return new Output.CustomCall(
                    spec.at("custom").text(),
                    spec.at("input").text(),
                    spec.whole("pieces", USUAL_PIECES, 1, MOST_PIECES));
        }
        if (spec.has("item")) {
            spec.only("item", "added");
            JsonNode done = spec.at("item").json();
            return new Output.Item(spec.find("added").map(Spec::json).orElse(done), done);
        }
        if (spec.has("event")) {
            spec.only("event");
            return new Output.Event(spec.at("event").json());
        }
        if (spec.has("gate")) {
            spec.only("gate");
            return new Output.Gate(spec.at("gate").text());
        }
        if (spec.has("sleep")) {
            spec.only("sleep");
            return new Output.Pause(spec.at("sleep").whole(1, LONGEST_MILLIS));
        }
        throw spec.wrong("an output with one of message, reasoning, call, custom, item, event, gate, sleep");
    }

    private static List<Piece> pieces(Spec spec) throws ScenarioException {
        Spec message = spec.at("message");
        if (message.isText()) {
            int count = spec.whole("pieces", USUAL_PIECES, 1, MOST_PIECES);
            return List.of(new Piece.Text(message.text(), count));
        }
        if (spec.has("pieces")) {
            throw spec.at("pieces").wrong("no count beside a message that is a list of pieces");
        }
        List<Piece> pieces = new ArrayList<>();
        for (Spec element : message.elements()) {
            pieces.add(piece(element));
        }
        return pieces;
    }

    private static Piece piece(Spec spec) throws ScenarioException {
        if (spec.isText()) {
            return new Piece.Text(spec.text(), 1);
        }
        if (spec.has("gate")) {
            spec.only("gate");
            return new Piece.WaitForGate(spec.at("gate").text());
        }
        if (spec.has("sleep")) {
            spec.only("sleep");
            return new Piece.Wait(spec.at("sleep").whole(1, LONGEST_MILLIS));
        }
        spec.only("stop");
        if (!spec.at("stop").flag()) {
            throw spec.at("stop").wrong("true");
        }
        return new Piece.Stop();
    }

    private static ModelRequestMatch when(Spec spec) throws ScenarioException {
        Optional<Spec> when = spec.find("when");
        if (when.isEmpty()) {
            return ModelRequestMatch.ANY;
        }
        Spec place = when.get();
        place.only("contains", "notContains", "last", "model", "path");
        return new ModelRequestMatch(
                text(place, "contains"),
                text(place, "notContains"),
                text(place, "last"),
                text(place, "model"),
                text(place, "path"));
    }

    private static Map<String, ModelResponse.Capture> captures(Spec spec) throws ScenarioException {
        Map<String, ModelResponse.Capture> captures = new LinkedHashMap<>();
        Optional<Spec> found = spec.find("capture");
        if (found.isEmpty()) {
            return captures;
        }
        for (Map.Entry<String, Spec> member : found.get().members().entrySet()) {
            Spec capture = member.getValue();
            capture.only("pattern", "number");
            captures.put(
                    member.getKey(), new ModelResponse.Capture(pattern(capture.at("pattern")), capture.flag("number")));
        }
        return captures;
    }

    private static Pattern pattern(Spec spec) throws ScenarioException {
        try {
            Pattern pattern = Pattern.compile(spec.text());
            if (pattern.matcher("").groupCount() != 1) {
                throw spec.wrong("a regular expression with one group");
            }
            return pattern;
        } catch (PatternSyntaxException e) {
            throw spec.wrong("a regular expression (" + e.getDescription() + ")");
        }
    }

    private static @Nullable String text(Spec spec, String key) throws ScenarioException {
        Optional<Spec> found = spec.find(key);
        return found.isPresent() ? found.get().text() : null;
    }

    private static @Nullable JsonNode json(Spec spec, String key) {
        return spec.find(key).map(Spec::json).orElse(null);
    }
}
