package dev.tapedeck.lab.client;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.json.Json;
import dev.tapedeck.lab.scenario.FrameMatch;
import dev.tapedeck.lab.scenario.Step;
import dev.tapedeck.lab.scenario.Step.Expectation;
import dev.tapedeck.lab.script.UnknownVariableException;
import dev.tapedeck.lab.script.Variables;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Plays the steps of a client script. Requests are numbered from 1 in each process; a frame satisfies one step at most,
 * so that two steps that wait for the same kind wait for two frames.
 */
public final class ScriptedClient {
    private static final int SHOWN_LENGTH = 400;

    private final Provider provider;
    private final Inbox inbox;
    private final Variables variables;
    private final ObjectNode envelope;
    private final Duration timeout;
    private final WebSteps web;
    private final Map<String, Long> sent = new HashMap<>();
    private long requests;
    private String step = "";

    /**
     * @param envelope members with which each JSON-RPC message begins
     * @param timeout longest wait of one step
     */
    public ScriptedClient(
            Provider provider, Inbox inbox, Variables variables, ObjectNode envelope, Duration timeout) {
        this.provider = provider;
        this.inbox = inbox;
        this.variables = variables;
        this.envelope = envelope;
        this.timeout = timeout;
        this.web = new WebSteps(provider, inbox, variables, timeout);
    }

    /**
     * Plays all steps.
     *
     * @throws ClientFailure when one of them cannot be done: a wait without what it waits for, an answer that is not
     *     the expected one, a variable without value, a provider that no longer reads
     * @throws IOException if a file cannot be written, or a provider not be started
     */
    public void play(List<Step> steps) throws ClientFailure, IOException, InterruptedException {
        for (int i = 0; i < steps.size(); i++) {
            step = "step " + (i + 1) + " of " + steps.size();
            try {
                play(steps.get(i));
            } catch (BrokenStdinException e) {
                throw new ClientFailure(step + ": the provider no longer reads its stdin: " + e.getMessage());
            } catch (UnknownVariableException e) {
                throw new ClientFailure(step + ": " + e.getMessage());
            }
        }
    }

    private void play(Step what) throws ClientFailure, IOException, InterruptedException, UnknownVariableException {
        switch (what) {
            case Step.Call call -> {
                long id = request(call.method(), call.params());
                answered(id, call.method(), call.expected(), call.captures());
            }
            case Step.Send send -> sent.put(send.name(), request(send.method(), send.params()));
            case Step.AwaitAnswer await -> {
                Long id = sent.remove(await.name());
                if (id == null) {
                    throw new ClientFailure(step + ": no request was sent as \"" + await.name() + "\"");
                }
                answered(id, await.name(), await.expected(), await.captures());
            }
            case Step.Notify notify -> send(message(envelope.deepCopy(), notify.method(), notify.params()));
            case Step.Line line -> send(variables.fill(line.frame()));
            case Step.Raw raw -> provider.send(variables.fill(raw.text()).getBytes(StandardCharsets.UTF_8));
            case Step.Await await -> {
                String on = await.on() == null ? null : variables.fill(await.on());
                capture(await(on, await.match()), await.captures());
            }
            case Step.Web speaks -> web(speaks);
            case Step.Answer answer -> answer(answer);
            case Step.Quiet quiet -> {
                if (!inbox.awaitQuiet(Duration.ofMillis(quiet.millis()), timeout)) {
                    throw new ClientFailure(step + ": frames kept coming for " + timeout.toSeconds() + " s, waited for "
                            + quiet.millis() + " ms of silence");
                }
            }
            case Step.Sleep sleep -> Thread.sleep(sleep.millis());
            case Step.OpenGate gate -> provider.openGate(gate.gate());
            case Step.StopModel stop -> provider.stopModel();
            case Step.Write write -> provider.write(filled(write.files()));
            case Step.Delete delete -> provider.delete(delete.path());
            case Step.Signal signal -> provider.signal(signal.name());
            case Step.CloseStdin close -> provider.closeStdin();
            case Step.AwaitExit exit -> ended(provider.awaitExit(timeout));
            case Step.Restart restart -> {
                ended(provider.leave(timeout));
                requests = 0;
                provider.restart(restart.arguments() == null ? null : filled(restart.arguments()));
            }
        }
    }

    private long request(String method, @Nullable JsonNode params) throws IOException, UnknownVariableException {
        long id = ++requests;
        send(message(envelope.deepCopy().put("id", id), method, params));
        return id;
    }

    private ObjectNode message(ObjectNode message, String method, @Nullable JsonNode params)
            throws UnknownVariableException {
        message.put("method", method);
        if (params != null) {
            message.set("params", variables.fill(params));
        }
        return message;
    }

    private void answered(long id, String request, Expectation expected, Map<String, JsonPointer> captures)
            throws ClientFailure, InterruptedException, UnknownVariableException {
        JsonNode answer = waitFor(
                null,
                "the answer to " + request + " (id " + id + ")",
                frame -> !frame.has("method")
                        && frame.path("id").isIntegralNumber()
                        && frame.path("id").longValue() == id);
        boolean fits =
                switch (expected) {
                    case RESULT -> answer.has("result");
                    case ERROR -> answer.has("error");
                    case ANY -> true;
                };
        if (!fits) {
            String wanted = expected == Expectation.RESULT ? "a result" : "an error";
            throw new ClientFailure(step + ": " + wanted + " of " + request + " expected, found "
                    + shortened(answer.toString()));
        }
        capture(answer, captures);
    }

    private void answer(Step.Answer answer)
            throws ClientFailure, IOException, InterruptedException, UnknownVariableException {
        JsonNode request = await(null, answer.match());
        capture(request, answer.captures());
        if (answer.delayMillis() > 0) {
            Thread.sleep(answer.delayMillis());
        }
        ObjectNode reply = envelope.deepCopy();
        reply.set("id", request.get("id"));
        if (answer.result() != null) {
            send(reply.<ObjectNode>set("result", variables.fill(answer.result())));
        } else if (answer.error() != null) {
            send(reply.<ObjectNode>set("error", variables.fill(answer.error())));
        }
    }

    private void web(Step.Web what)
            throws ClientFailure, IOException, InterruptedException, UnknownVariableException {
        JsonNode body;
        try {
            body = web.play(what);
        } catch (ClientFailure e) {
            throw new ClientFailure(step + ": " + e.getMessage());
        }
        if (body != null) {
            capture(body, switch (what) {
                case Step.Http http -> http.captures();
                case Step.AwaitResponse await -> await.captures();
                case Step.Subscribe subscribe -> Map.of();
                case Step.Unsubscribe unsubscribe -> Map.of();
                case Step.AwaitStreamEnd end -> Map.of();
            });
        }
    }

    private JsonNode await(@Nullable String on, FrameMatch match)
            throws ClientFailure, InterruptedException, UnknownVariableException {
        return waitFor(on, match.words(variables), frame -> match.matches(frame, variables));
    }

    private JsonNode waitFor(@Nullable String on, String words, Inbox.Wanted wanted)
            throws ClientFailure, InterruptedException, UnknownVariableException {
        Optional<JsonNode> frame = inbox.take(on, wanted, timeout);
        if (frame.isPresent()) {
            return frame.get();
        }
        String why = inbox.hasEnded(on)
                ? (on == null ? "the provider" : on) + " ended"
                : "nothing came for " + timeout.toSeconds() + " s";
        throw new ClientFailure(step + ": " + why + ", waited for " + words);
    }

    private void ended(boolean ended) throws ClientFailure {
        if (!ended) {
            throw new ClientFailure(
                    step + ": the provider still runs after " + timeout.toSeconds() + " s, waited for its end");
        }
    }

    private void capture(JsonNode frame, Map<String, JsonPointer> captures) throws ClientFailure {
        for (Map.Entry<String, JsonPointer> capture : captures.entrySet()) {
            JsonNode value = frame.at(capture.getValue());
            if (value.isMissingNode()) {
                throw new ClientFailure(step + ": nothing stands at " + capture.getValue() + " for \""
                        + capture.getKey() + "\" in " + shortened(frame.toString()));
            }
            variables.put(capture.getKey(), value);
        }
    }

    private Map<String, String> filled(Map<String, String> files) throws UnknownVariableException {
        Map<String, String> filled = new HashMap<>();
        for (Map.Entry<String, String> file : files.entrySet()) {
            filled.put(file.getKey(), variables.fill(file.getValue()));
        }
        return filled;
    }

    private List<String> filled(List<String> words) throws UnknownVariableException {
        List<String> filled = new ArrayList<>();
        for (String word : words) {
            filled.add(variables.fill(word));
        }
        return filled;
    }

    private void send(JsonNode frame) throws IOException {
        provider.send(Json.writeBytes(frame));
    }

    static String shortened(String text) {
        return text.length() > SHOWN_LENGTH ? text.substring(0, SHOWN_LENGTH) + "…" : text;
    }
}
