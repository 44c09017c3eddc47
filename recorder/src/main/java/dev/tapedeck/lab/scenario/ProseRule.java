package dev.tapedeck.lab.scenario;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.lab.script.ScenarioException;
import dev.tapedeck.lab.script.Spec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where long texts of a vendor stand.
 *
 * @param when values that a frame must have at these places; empty for every frame
 * @param longerThan strings of more characters than this are masked
 * @param except names of members whose strings are never masked, since they are not the vendor's
 */
public record ProseRule(Map<JsonPointer, JsonNode> when, int longerThan, List<String> except) {
    public ProseRule {
        when = Map.copyOf(when);
        except = List.copyOf(except);
    }

    static ProseRule read(Spec spec) throws ScenarioException {
        spec.only("when", "longerThan", "except");
        Map<JsonPointer, JsonNode> when = new LinkedHashMap<>();
        if (spec.has("when")) {
            for (Map.Entry<String, Spec> place : spec.at("when").members().entrySet()) {
                when.put(JsonPointer.compile(place.getKey()), place.getValue().json());
            }
        }
        return new ProseRule(when, spec.at("longerThan").whole(0, 1_000_000), new ArrayList<>(spec.texts("except")));
    }

    /** Whether this rule speaks of that frame. */
    public boolean appliesTo(JsonNode frame) {
        return when.entrySet().stream().allMatch(place -> frame.at(place.getKey()).equals(place.getValue()));
    }
}
