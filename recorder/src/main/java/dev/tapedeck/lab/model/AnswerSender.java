package dev.tapedeck.lab.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;

/** Sends a whole answer. */
interface AnswerSender {
    void send(int status, JsonNode answer) throws IOException;
}
