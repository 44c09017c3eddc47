package dev.tapedeck.lab.scenario;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.lab.script.ScenarioException;
import dev.tapedeck.lab.script.Spec;
import org.jspecify.annotations.Nullable;

/**
 * How the scripted client speaks to a provider and leaves it.
 *
 * @param envelope members with which each JSON-RPC message begins
 * @param farewell signal that is sent after stdin was closed, to a provider that does not end by itself
 * @param timeoutSeconds longest wait of one step where a scenario names none
 */
public record Manners(ObjectNode envelope, @Nullable String farewell, int timeoutSeconds) {
    private static final int USUAL_TIMEOUT_SECONDS = 20;

    /** Bare messages; a provider that ends when its stdin does. */
    public static final Manners PLAIN = new Manners(JsonNodeFactory.instance.objectNode(), null, USUAL_TIMEOUT_SECONDS);

    static Manners read(Spec spec) throws ScenarioException {
        spec.only("envelope", "farewell", "timeoutSeconds");
        ObjectNode envelope = JsonNodeFactory.instance.objectNode();
        if (spec.has("envelope")) {
            spec.at("envelope").members().forEach((name, value) -> envelope.set(name, value.json()));
        }
        return new Manners(
                envelope,
                spec.has("farewell") ? StepReader.signal(spec.at("farewell")) : null,
                spec.whole("timeoutSeconds", USUAL_TIMEOUT_SECONDS, 1, 600));
    }
}
