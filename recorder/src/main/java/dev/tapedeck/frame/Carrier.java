package dev.tapedeck.frame;

import org.jspecify.annotations.Nullable;

/** What carried a payload: a line on stdio, a server-sent event, or one side of an HTTP exchange. */
public sealed interface Carrier {
    /** The carrier of every stdio frame. */
    Carrier LINE = new Line();

    /** A line on stdin or stdout. */
    record Line() implements Carrier {}

    /**
     * A server-sent event.
     *
     * @param stream path of the event stream, one of the header's streams
     * @param event value of the {@code event} field, absent when the stream sent none
     * @param id value of the {@code id} field, absent when the stream sent none
     * @param form the event's bytes without the values of its data lines; absent for the usual form: a line for event,
     *     a line for id, the data lines, each with one space behind its colon and LF at its end, and a blank line
     */
    record SseEvent(String stream, @Nullable String event, @Nullable String id, @Nullable Payload form)
            implements Carrier {

        /** An event in the usual form. */
        public SseEvent(String stream, @Nullable String event, @Nullable String id) {
            this(stream, event, id, null);
        }
    }

    /**
     * The request of an HTTP exchange.
     *
     * @param exchange number that joins request and response, from 1
     */
    record HttpRequest(long exchange, String method, String path) implements Carrier {}

    /**
     * The response of an HTTP exchange.
     *
     * @param exchange number that joins request and response, from 1
     * @param status status code, 0 when the connection failed before one came
     */
    record HttpResponse(long exchange, int status) implements Carrier {}
}
