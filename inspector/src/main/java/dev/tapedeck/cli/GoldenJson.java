package dev.tapedeck.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.golden.Golden;
import dev.tapedeck.golden.GoldenRun;
import dev.tapedeck.golden.GoldenState;
import dev.tapedeck.json.Json;
import dev.tapedeck.text.VisibleText;
import java.util.List;
import java.util.Map;

/** Goldens as JSON, for other programs. */
final class GoldenJson {
    private GoldenJson() {}

    static String run(GoldenRun run, List<Golden> goldens, Map<String, String> exempt) {
        ObjectNode json = Json.mapper().createObjectNode().put("complete", run.complete());
        for (GoldenState state : GoldenState.values()) {
            json.put(state.word(), goldens.stream().filter(golden -> golden.state() == state).count());
        }
        json.set("goldens", goldens(goldens));
        run.failures().forEach(json.putObject("failures")::put);
        exempt.forEach(json.putObject("exempt")::put);
        return VisibleText.json(Json.write(json));
    }

    static ArrayNode goldens(List<Golden> goldens) {
        ArrayNode array = Json.mapper().createArrayNode();
        for (Golden golden : goldens) {
            ObjectNode json = array.addObject();
            json.put("name", golden.name().toString()).put("state", golden.state().word());
            json.put("approved", golden.approved()).put("received", golden.received());
            golden.forgiven().forEach(json.putArray("forgiven")::add);
        }
        return array;
    }
}
