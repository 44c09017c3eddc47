package dev.tapedeck.fault;

import com.fasterxml.jackson.databind.node.TextNode;

/**
 * A method, status or type that nobody ever heard of.
 *
 * <p>An unknown kind is unmapped and counted, and fails nothing; an unknown status never becomes a success (decision
 * D5). A request of an unknown method gets its protocol error, in the order of its arrival.
 *
 * @param path JSON pointer of the value
 */
public record UnknownValue(long frame, String path) implements FrameFault {
    public UnknownValue {
        Field.pointer(path);
    }

    @Override
    public Sink before(Sink next) {
        return Field.changed(frame, path, next, value -> TextNode.valueOf("unheard/of"));
    }
}
