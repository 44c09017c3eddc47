package dev.tapedeck.lab.scenario;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.lab.scenario.Step.Expectation;
import dev.tapedeck.lab.script.ScenarioException;
import dev.tapedeck.lab.script.Spec;
import dev.tapedeck.lab.script.Variables;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the steps of a client script; {@code use} is replaced by the provider manifest's steps of that name. */
final class StepReader {
    private static final int LONGEST_MILLIS = 60_000;
    private static final int DEEPEST_USE = 8;
    private static final Set<String> VERBS = Set.of(
            "call", "send", "awaitAnswer", "notify", "line", "raw", "await", "answer", "quiet", "sleep", "openGate",
            "stopModel", "write", "delete", "signal", "closeStdin", "awaitExit", "restart", "use", "http",
            "awaitResponse",
            "subscribe", "unsubscribe", "awaitStreamEnd");

    private final Map<String, Macro> macros;

    StepReader(Map<String, Macro> macros) {
        this.macros = macros;
    }

    List<Step> read(List<Spec> specs) throws ScenarioException {
        List<Step> steps = new ArrayList<>();
        for (Spec spec : specs) {
            add(spec, steps, 0);
        }
        return List.copyOf(steps);
    }

    private void add(Spec spec, List<Step> steps, int depth) throws ScenarioException {
        if (spec.has("use")) {
            use(spec, steps, depth);
        } else {
            steps.add(step(spec));
        }
    }

    private void use(Spec spec, List<Step> steps, int depth) throws ScenarioException {
        spec.only("use", "with");
        String name = spec.at("use").text();
        Macro macro = macros.get(name);
        if (macro == null) {
            throw spec.at("use").wrong("one of " + macros.keySet().stream().sorted().toList());
        }
        if (depth == DEEPEST_USE) {
            throw spec.at("use").wrong("no more than " + DEEPEST_USE + " uses inside each other");
        }
        Map<String, JsonNode> given = new LinkedHashMap<>(macro.parameters());
        Optional<Spec> with = spec.find("with");
        if (with.isPresent()) {
            with.get().only(macro.parameters().keySet().toArray(String[]::new));
            with.get().members().forEach((parameter, value) -> given.put(parameter, value.json()));
        }
        for (JsonNode step : macro.steps()) {
            add(spec.with(Variables.fillKnown(step, given)), steps, depth + 1);
        }
    }

    private static Step step(Spec spec) throws ScenarioException {
        List<String> verbs = spec.members().keySet().stream().filter(VERBS::contains).toList();
        if (verbs.size() != 1) {
            throw spec.wrong("a step with exactly one of " + VERBS.stream().sorted().toList());
        }
        String verb = verbs.getFirst();
        Spec what = spec.at(verb);
        return switch (verb) {
            case "call" -> {
                spec.only("call", "params", "expect", "capture");
                yield new Step.Call(what.text(), json(spec, "params"), expectation(spec), captures(spec));
            }
            case "send" -> {
                spec.only("send", "params", "as");
                yield new Step.Send(what.text(), json(spec, "params"), spec.text("as", what.text()));
            }
            case "awaitAnswer" -> {
                spec.only("awaitAnswer", "expect", "capture");
                yield new Step.AwaitAnswer(what.text(), expectation(spec), captures(spec));
            }
            case "notify" -> {
                spec.only("notify", "params");
                yield new Step.Notify(what.text(), json(spec, "params"));
            }
            case "line" -> {
                spec.only("line");
                yield new Step.Line(what.json());
            }
            case "raw" -> {
                spec.only("raw");
                yield new Step.Raw(what.text());
            }
            case "await" -> {
                spec.only("await", "where", "on", "capture");
                String on = spec.has("on") ? spec.at("on").text() : null;
                yield new Step.Await(match(spec, what, false), on, captures(spec));
            }
            case "answer" -> answer(spec, what);
            case "quiet" -> {
                spec.only("quiet");
                yield new Step.Quiet(what.whole(1, LONGEST_MILLIS));
            }
            case "sleep" -> {
                spec.only("sleep");
                yield new Step.Sleep(what.whole(1, LONGEST_MILLIS));
            }
            case "openGate" -> {
                spec.only("openGate");
                yield new Step.OpenGate(what.text());
            }
            case "write" -> {
                spec.only("write");
                yield new Step.Write(spec.textMembers("write"));
            }
            case "delete" -> {
                spec.only("delete");
                yield new Step.Delete(what.text());
            }
            case "signal" -> {
                spec.only("signal");
                yield new Step.Signal(signal(what));
            }
            case "stopModel" -> sure(spec, what, new Step.StopModel());
            case "closeStdin" -> sure(spec, what, new Step.CloseStdin());
            case "awaitExit" -> sure(spec, what, new Step.AwaitExit());
            case "restart" -> {
                spec.only("restart", "arguments");
                if (!what.flag()) {
                    throw what.wrong("true");
                }
                yield new Step.Restart(spec.has("arguments") ? spec.texts("arguments") : null);
            }
            default -> WebStepReader.read(verb, spec, what);
        };
    }

    private static Step answer(Spec spec, Spec what) throws ScenarioException {
        spec.only("answer", "where", "result", "error", "ignore", "delay", "capture");
        boolean ignored = spec.flag("ignore");
        int ways = (spec.has("result") ? 1 : 0) + (spec.has("error") ? 1 : 0) + (ignored ? 1 : 0);
        if (ways != 1) {
            throw spec.wrong("exactly one of result, error and \"ignore\": true");
        }
        int delay = spec.whole("delay", 0, 0, LONGEST_MILLIS);
        return new Step.Answer(
                match(spec, what, true), json(spec, "result"), json(spec, "error"), delay, captures(spec));
    }

    private static Step sure(Spec spec, Spec what, Step step) throws ScenarioException {
        spec.only(spec.members().keySet().iterator().next());
        if (!what.flag()) {
            throw what.wrong("true");
        }
        return step;
    }

    static String signal(Spec what) throws ScenarioException {
        if (!Set.of("TERM", "KILL", "INT").contains(what.text())) {
            throw what.wrong("one of INT, KILL, TERM");
        }
        return what.text();
    }

    static @Nullable JsonNode json(Spec spec, String key) {
        return spec.find(key).map(Spec::json).orElse(null);
    }

    private static Expectation expectation(Spec spec) throws ScenarioException {
        Optional<Spec> found = spec.find("expect");
        if (found.isEmpty()) {
            return Expectation.RESULT;
        }
        return switch (found.get().text()) {
            case "result" -> Expectation.RESULT;
            case "error" -> Expectation.ERROR;
            case "any" -> Expectation.ANY;
            default -> throw found.get().wrong("one of result, error, any");
        };
    }

    private static FrameMatch match(Spec spec, Spec what, boolean request) throws ScenarioException {
        List<Condition> conditions = new ArrayList<>();
        if (what.isText()) {
            conditions.add(new Condition.Equal(FrameMatch.METHOD, what.json()));
        } else {
            addConditions(what, conditions);
        }
        if (request) {
            conditions.add(new Condition.Present(FrameMatch.ID, true));
        }
        Optional<Spec> where = spec.find("where");
        if (where.isPresent()) {
            addConditions(where.get(), conditions);
        }
        return new FrameMatch(conditions);
    }

    private static void addConditions(Spec spec, List<Condition> conditions) throws ScenarioException {
        for (Map.Entry<String, Spec> member : spec.members().entrySet()) {
            JsonPointer at = pointer(member.getKey(), member.getValue());
            Spec value = member.getValue();
            if (!value.isObject()) {
                conditions.add(new Condition.Equal(at, value.json()));
            } else if (value.has("contains")) {
                value.only("contains");
                conditions.add(new Condition.Contains(at, value.at("contains").text()));
            } else {
                value.only("present");
                conditions.add(new Condition.Present(at, value.at("present").flag()));
            }
        }
    }

    static Map<String, JsonPointer> captures(Spec spec) throws ScenarioException {
        Map<String, JsonPointer> captures = new LinkedHashMap<>();
        Optional<Spec> found = spec.find("capture");
        if (found.isPresent()) {
            for (Map.Entry<String, Spec> member : found.get().members().entrySet()) {
                captures.put(member.getKey(), pointer(member.getValue().text(), member.getValue()));
            }
        }
        return captures;
    }

    private static JsonPointer pointer(String text, Spec spec) throws ScenarioException {
        if (!text.startsWith("/")) {
            throw spec.wrong("a JSON pointer that starts with \"/\" (here \"" + text + "\")");
        }
        return JsonPointer.compile(text);
    }
}
