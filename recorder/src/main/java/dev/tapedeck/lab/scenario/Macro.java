package dev.tapedeck.lab.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.lab.script.ScenarioException;
import dev.tapedeck.lab.script.Spec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Steps that a provider manifest keeps under a name, so that scenarios stay short.
 *
 * @param parameters names that a use may set, with their values when it does not
 */
record Macro(Map<String, JsonNode> parameters, List<JsonNode> steps) {
    Macro {
        parameters = Map.copyOf(parameters);
        steps = List.copyOf(steps);
    }

    static Macro read(Spec spec) throws ScenarioException {
        spec.only("parameters", "steps");
        Map<String, JsonNode> parameters = new LinkedHashMap<>();
        Optional<Spec> declared = spec.find("parameters");
        if (declared.isPresent()) {
            declared.get().members().forEach((name, value) -> parameters.put(name, value.json()));
        }
        List<JsonNode> steps = new ArrayList<>();
        for (Spec step : spec.at("steps").elements()) {
            steps.add(step.json());
        }
        return new Macro(parameters, steps);
    }
}
