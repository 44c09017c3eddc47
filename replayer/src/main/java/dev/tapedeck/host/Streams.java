package dev.tapedeck.host;

import dev.tapedeck.frame.Header;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.rules.Dialect;
import dev.tapedeck.rules.RuleBook;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The event streams of a recording. One is mapped; the events of the others are views of it, so that the same thing
 * is never told twice (architecture, section 4).
 *
 * @param primary path of the stream that is mapped; absent when there is but one way that events come
 * @param dialects how the streams' frames are read, by path
 */
public record Streams(@Nullable String primary, Map<String, Dialect> dialects) {
    /** No streams of events, or one that nobody named. */
    public static final Streams NONE = new Streams(null, Map.of());

    public Streams {
        dialects = Map.copyOf(dialects);
    }

    /** The streams that a header tells of; one whose wire has no book is read as the primary one is. */
    public static Streams of(Header header, Function<Wire, Optional<RuleBook>> books) {
        Map<String, Dialect> dialects = new HashMap<>();
        header.streams().forEach((stream, wire) -> books.apply(wire)
                .ifPresent(book -> dialects.put(path(stream), book.dialect())));
        return new Streams(header.primary() == null ? null : path(header.primary()), dialects);
    }

    /** Whether events of this stream are mapped. */
    boolean isPrimary(String stream) {
        return primary == null || primary.equals(path(stream));
    }

    /**
     * Whether the mapped stream tells the events of this one too. While it is closed it tells nothing, so that the
     * events of another stream of its wire are mapped in its place.
     */
    boolean isView(String stream, boolean primaryIsClosed) {
        if (isPrimary(stream)) {
            return false;
        }
        Dialect own = dialects.get(path(stream));
        return !primaryIsClosed || own == null || primary == null || own != dialects.get(primary);
    }

    /** A stream that is opened anew with other parameters is the same stream. */
    public static String path(String stream) {
        int query = stream.indexOf('?');
        return query < 0 ? stream : stream.substring(0, query);
    }
}
