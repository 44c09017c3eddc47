package dev.tapedeck.lab.scenario;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.lab.script.ScenarioException;
import dev.tapedeck.lab.script.Spec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where long texts of a vendor stand.
 *
 * @param when values that a frame must have at these places; empty for every frame
 * @param longerThan strings of more characters than this are masked
 * @param members names of the members whose strings are meant; empty for all
 * @param except names of members whose strings are never masked, since they are not the vendor's
 */
public record ProseRule(Map<JsonPointer, JsonNode> when, int longerThan, List<String> members, List<String> except) {
    public ProseRule {
        when = Map.copyOf(when);
        members = List.copyOf(members);
        except = List.copyOf(except);
    }

    /** Whether a string of that many characters, in a member of that name, is prose. */
    public boolean isProse(String member, int characters) {
        return characters > longerThan
                && (members.isEmpty() || members.contains(member))
                && !except.contains(member);
    }

    static ProseRule read(Spec spec) throws ScenarioException {
        spec.only("when", "longerThan", "members", "except");
        Map<JsonPointer, JsonNode> when = new LinkedHashMap<>();
        if (spec.has("when")) {
            for (Map.Entry<String, Spec> place : spec.at("when").members().entrySet()) {
                when.put(JsonPointer.compile(place.getKey()), place.getValue().json());
            }
        }
        int longerThan = spec.at("longerThan").whole(0, 1_000_000);
        return new ProseRule(when, longerThan, spec.texts("members"), spec.texts("except"));
    }

    /** Whether this rule speaks of that frame. */
    public boolean appliesTo(JsonNode frame) {
        return when.entrySet().stream().allMatch(place -> frame.at(place.getKey()).equals(place.getValue()));
    }
}
