package dev.tapedeck.lab.model;

import dev.tapedeck.lab.script.UnknownVariableException;
import java.io.IOException;

/** Writes scripted streams in the shape of one API. */
sealed interface ModelStream permits ResponseStream, MessageStream {
    /**
     * Writes the whole stream.
     *
     * @throws CutException when the connection must be cut now
     * @throws IOException when the provider has gone
     */
    void write(ModelResponse.Stream stream) throws IOException, InterruptedException, UnknownVariableException;
}
