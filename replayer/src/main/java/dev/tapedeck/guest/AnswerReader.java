package dev.tapedeck.guest;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.json.Json;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.mapping.MapResult;
import dev.tapedeck.mapping.Mapper;
import dev.tapedeck.mapping.Outcome;
import dev.tapedeck.rules.Message;
import dev.tapedeck.runtime.RuntimeEvent;
import dev.tapedeck.scratch.Scratch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads answers of the mapping protocol. Whatever does not fit fails the whole call, by its path. */
final class AnswerReader {
    /** Member of a reducer's answer, and key of its scratch. */
    static final String STATE = "state";

    private final List<Message> frames;
    private final boolean reduces;
    private final Map<Long, Integer> places = new HashMap<>();

    AnswerReader(List<Message> frames, boolean reduces) {
        this.frames = frames;
        this.reduces = reduces;
        for (int i = 0; i < frames.size(); i++) {
            places.put(frames.get(i).seq(), i);
        }
    }

    /** @throws Mapper.HookFailure if the answer is not one, or says that the call failed */
    MapResult read(String text) {
        Reading answer = Reading.of(parsed(text));
        String error = answer.optional("error", Reading::text);
        if (error != null) {
            throw new Mapper.HookFailure(error);
        }
        List<Outcome> outcomes = outcomes(answer);
        List<Emission> emissions = emissions(answer, outcomes);
        Scratch scratch = reduces
                ? blob(answer.required(STATE, Reading::any))
                : Scratch.of((ObjectNode) answer.required("scratch", Reading::object).node());
        answer.nothingElse();
        return new MapResult(emissions, scratch, outcomes);
    }

    /** The older hook's state may be any value; it lies in scratch under one key. */
    private static Scratch blob(JsonNode state) {
        return Scratch.of(Json.mapper().createObjectNode().set(STATE, state));
    }

    private static JsonNode parsed(String text) {
        try {
            return Json.read(text.getBytes(StandardCharsets.UTF_8));
        } catch (JacksonException e) {
            throw new Mapper.HookFailure("answer: one JSON object expected, found " + shown(text) + ": "
                    + Json.complaint(e), e);
        } catch (IOException e) {
            throw new Mapper.HookFailure("answer: one JSON object expected, found " + shown(text), e);
        }
    }

    private static String shown(String text) {
        return text.isBlank() ? "nothing" : Reading.shortened(text);
    }

    private List<Outcome> outcomes(Reading answer) {
        List<Outcome> outcomes = new ArrayList<>(frames.size());
        frames.forEach(frame -> outcomes.add(new Outcome.Mapped("guest")));
        for (Reading each : answer.elements("outcomes")) {
            outcomes.set(place(each), outcome(each));
            each.nothingElse();
        }
        for (Reading fault : answer.elements("faults")) {
            outcomes.set(place(fault), new Outcome.Faulted(fault.required("reason", Reading::text)));
            fault.nothingElse();
        }
        return outcomes;
    }

    private static Outcome outcome(Reading each) {
        String outcome = each.required("outcome", Reading::text);
        return switch (outcome) {
            case "dropped" -> new Outcome.Dropped(each.required("reason", Reading::text));
            case "duplicate" -> new Outcome.Duplicate(each.required("viewOf", Reading::text));
            case "unmapped" -> Outcome.UNMAPPED;
            default -> throw each.required("outcome", at -> at.wrong("one of dropped, duplicate, unmapped"));
        };
    }

    private List<Emission> emissions(Reading answer, List<Outcome> outcomes) {
        List<Emission> emissions = new ArrayList<>();
        int last = 0;
        for (Reading each : answer.elements("events")) {
            int place = place(each);
            if (place < last) {
                throw each.required("seq", at -> at.wrong("events in the order of their frames"));
            }
            if (outcomes.get(place) instanceof Outcome.Faulted) {
                throw each.required("seq", at -> at.wrong("no event of a frame that is a fault"));
            }
            last = place;
            RuntimeEvent event = EventReader.read(each);
            each.nothingElse();
            emissions.add(new Emission(place, null, List.of(event), List.of()));
        }
        return emissions;
    }

    private int place(Reading each) {
        long seq = each.object().required("seq", Reading::integer);
        Integer place = places.get(seq);
        if (place == null) {
            throw each.required("seq", at -> at.wrong("seq of a frame of this call"));
        }
        return place;
    }
}
