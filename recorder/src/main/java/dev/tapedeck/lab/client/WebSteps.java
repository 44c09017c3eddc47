package dev.tapedeck.lab.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.tapedeck.json.Json;
import dev.tapedeck.lab.scenario.Step;
import dev.tapedeck.lab.script.UnknownVariableException;
import dev.tapedeck.lab.script.Variables;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Plays the steps of a client script that speak HTTP. */
final class WebSteps {
    private final Provider provider;
    private final Inbox inbox;
    private final Variables variables;
    private final Duration timeout;
    private final Map<String, CompletableFuture<HttpResponse<byte[]>>> sent = new HashMap<>();

    WebSteps(Provider provider, Inbox inbox, Variables variables, Duration timeout) {
        this.provider = provider;
        this.inbox = inbox;
        this.variables = variables;
        this.timeout = timeout;
    }

    /**
     * Plays one step.
     *
     * @return the body of the response that the step waited for, for its captures; absent when it waits for none
     * @throws ClientFailure when the response is not the expected one, or does not come
     */
    @Nullable JsonNode play(Step.Web what)
            throws ClientFailure, IOException, InterruptedException, UnknownVariableException {
        switch (what) {
            case Step.Http http -> {
                byte[] body = http.body() == null ? null : Json.writeBytes(variables.fill(http.body()));
                String path = variables.fill(http.path());
                CompletableFuture<HttpResponse<byte[]>> response = provider.web().send(http.method(), path, body);
                if (http.name() == null) {
                    return answered(http.method() + " " + path, response, http.expected());
                }
                sent.put(http.name(), response);
            }
            case Step.AwaitResponse await -> {
                CompletableFuture<HttpResponse<byte[]>> response = sent.remove(await.name());
                if (response == null) {
                    throw new ClientFailure("no request was sent as \"" + await.name() + "\"");
                }
                return answered("\"" + await.name() + "\"", response, await.expected());
            }
            case Step.Subscribe subscribe -> {
                String path = variables.fill(subscribe.path());
                if (!provider.web().subscribe(path, subscribe.awaitHead() ? timeout : Duration.ZERO)) {
                    throw new ClientFailure("event stream " + path + " did not open");
                }
            }
            case Step.Unsubscribe unsubscribe -> {
                String path = variables.fill(unsubscribe.path());
                if (!provider.web().unsubscribe(path)) {
                    throw new ClientFailure("no event stream " + path + " is open");
                }
                awaitEnd(path);
            }
            case Step.AwaitStreamEnd end -> awaitEnd(variables.fill(end.path()));
        }
        return null;
    }

    private void awaitEnd(String path) throws ClientFailure, InterruptedException {
        if (!inbox.awaitEnd(path, timeout)) {
            throw new ClientFailure("event stream " + path + " goes on after " + timeout.toSeconds() + " s");
        }
    }

    private @Nullable JsonNode answered(
            String request, CompletableFuture<HttpResponse<byte[]>> response, Step.Status expected)
            throws ClientFailure, InterruptedException {
        HttpResponse<byte[]> answer;
        try {
            answer = response.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new ClientFailure("no response to " + request + " within " + timeout.toSeconds() + " s");
        } catch (ExecutionException e) {
            if (expected instanceof Step.Status.None || expected instanceof Step.Status.Any) {
                return null;
            }
            throw new ClientFailure("no response to " + request + ": " + e.getCause());
        }
        String wanted = switch (expected) {
            case Step.Status.Success success when answer.statusCode() / 100 != 2 -> "success";
            case Step.Status.Exactly(int status) when answer.statusCode() != status -> "status " + status;
            case Step.Status.None none -> "no response";
            case Step.Status.Success success -> null;
            case Step.Status.Exactly exactly -> null;
            case Step.Status.Any any -> null;
        };
        if (wanted != null) {
            throw new ClientFailure(wanted + " expected of " + request + ", found " + answer.statusCode() + " "
                    + ScriptedClient.shortened(new String(answer.body(), StandardCharsets.UTF_8)));
        }
        return json(answer.body());
    }

    private static JsonNode json(byte[] body) {
        try {
            return Json.read(body);
        } catch (IOException e) {
            return TextNode.valueOf(new String(body, StandardCharsets.UTF_8));
        }
    }
}
