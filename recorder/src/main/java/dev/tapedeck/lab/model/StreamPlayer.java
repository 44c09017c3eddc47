package dev.tapedeck.lab.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.lab.model.ModelResponse.Close;
import dev.tapedeck.lab.model.Output.Piece;
import dev.tapedeck.lab.script.UnknownVariableException;
import dev.tapedeck.lab.script.Variables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plays one scripted stream: fills variables in, waits where the script says so, and tells an API's writer the rest.
 */
record StreamPlayer(Variables variables, Gates gates) {
    /**
     * Plays the whole stream.
     *
     * @throws CutException when the connection must be cut now
     * @throws IOException when the provider has gone
     */
    void play(ModelResponse.Stream script, ModelStream to)
            throws IOException, InterruptedException, UnknownVariableException {
        to.begin((ObjectNode) filled(script.metadata()), filled(script.usage()));
        boolean whole = true;
        for (Output output : script.output()) {
            whole = whole && play(output, to);
        }
        close(script.close(), to);
    }

    private JsonNode filled(@Nullable JsonNode node) throws UnknownVariableException {
        return node == null ? JsonNodeFactory.instance.objectNode() : variables.fill(node);
    }

    /** False when the stream stops inside this part. */
    private boolean play(Output output, ModelStream to)
            throws IOException, InterruptedException, UnknownVariableException {
        switch (output) {
            case Output.Message message -> {
                return text(message, to);
            }
            case Output.Reasoning reasoning -> to.reasoning(filled(reasoning.summary()), filled(reasoning.content()));
            case Output.FunctionCall call ->
                to.call(call.name(), call.namespace(), variables.fill(call.arguments()));
            case Output.CustomCall call ->
                to.customCall(call.name(), EventSender.cut(variables.fill(call.input()), call.pieces()));
            case Output.Item item -> to.item(variables.fill(item.added()), variables.fill(item.done()));
            case Output.Event event -> to.event(variables.fill(event.event()));
            case Output.Gate gate -> gates.await(gate.name());
            case Output.Pause pause -> Thread.sleep(pause.millis());
        }
        return true;
    }

    private boolean text(Output.Message message, ModelStream to)
            throws IOException, InterruptedException, UnknownVariableException {
        to.beginText(message.phase());
        for (Piece piece : message.pieces()) {
            switch (piece) {
                case Piece.Text words -> {
                    for (String cut : EventSender.cut(variables.fill(words.text()), words.pieces())) {
                        to.text(cut);
                    }
                }
                case Piece.WaitForGate gate -> gates.await(gate.name());
                case Piece.Wait wait -> Thread.sleep(wait.millis());
                case Piece.Stop stop -> {
                    return false;
                }
            }
        }
        to.endText();
        return true;
    }

    private List<String> filled(List<String> texts) throws UnknownVariableException {
        List<String> filled = new ArrayList<>();
        for (String text : texts) {
            filled.add(variables.fill(text));
        }
        return filled;
    }

    private void close(Close close, ModelStream to)
            throws IOException, InterruptedException, UnknownVariableException {
        switch (close) {
            case Close.Completed completed -> to.complete();
            case Close.Incomplete incomplete -> to.incomplete(incomplete.reason());
            case Close.Failed failed -> to.fail(failed.code(), variables.fill(failed.message()));
            case Close.Cut cut -> throw new CutException();
            case Close.Hang hang -> gates.awaitClose();
        }
    }
}
