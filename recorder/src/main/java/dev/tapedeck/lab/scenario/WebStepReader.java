package dev.tapedeck.lab.scenario;

import dev.tapedeck.lab.script.ScenarioException;
import dev.tapedeck.lab.script.Spec;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the steps that speak HTTP. */
final class WebStepReader {
    private static final Pattern REQUEST = Pattern.compile("([A-Z]+) (/\\S*)");

    private WebStepReader() {}

    static Step.Web read(String verb, Spec spec, Spec what) throws ScenarioException {
        return switch (verb) {
            case "http" -> {
                spec.only("http", "body", "as", "status", "capture");
                Matcher request = REQUEST.matcher(what.text());
                if (!request.matches()) {
                    throw what.wrong("a method and a path, such as \"POST /session\"");
                }
                yield new Step.Http(
                        request.group(1),
                        request.group(2),
                        StepReader.json(spec, "body"),
                        spec.has("as") ? spec.at("as").text() : null,
                        status(spec),
                        StepReader.captures(spec));
            }
            case "awaitResponse" -> {
                spec.only("awaitResponse", "status", "capture");
                yield new Step.AwaitResponse(what.text(), status(spec), StepReader.captures(spec));
            }
            case "subscribe" -> {
                spec.only("subscribe", "awaitHead");
                yield new Step.Subscribe(path(what), !spec.has("awaitHead") || spec.at("awaitHead").flag());
            }
            case "unsubscribe" -> {
                spec.only("unsubscribe");
                yield new Step.Unsubscribe(path(what));
            }
            case "awaitStreamEnd" -> {
                spec.only("awaitStreamEnd");
                yield new Step.AwaitStreamEnd(path(what));
            }
            default -> throw new IllegalStateException(verb);
        };
    }

    private static String path(Spec what) throws ScenarioException {
        if (!what.text().startsWith("/")) {
            throw what.wrong("a path that starts with \"/\"");
        }
        return what.text();
    }

    private static Step.Status status(Spec spec) throws ScenarioException {
        Optional<Spec> found = spec.find("status");
        if (found.isEmpty()) {
            return new Step.Status.Success();
        }
        if (!found.get().isText()) {
            return new Step.Status.Exactly(found.get().whole(100, 599));
        }
        return switch (found.get().text()) {
            case "any" -> new Step.Status.Any();
            case "none" -> new Step.Status.None();
            default -> throw found.get().wrong("a status code, \"any\" or \"none\"");
        };
    }
}
