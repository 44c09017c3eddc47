package dev.tapedeck.inspect.server;

import dev.tapedeck.inspect.pages.Page;
import org.jspecify.annotations.Nullable;

/** What a gate answers instead of the page that was asked for. */
sealed interface Answer {

    /** A fixed text, for visitors who may not even see the inspector's name. */
    record Text(int status, String text) implements Answer {}

    /**
     * A page without data.
     *
     * @param allow value of the {@code Allow} header of a 405
     */
    record Refused(Page page, @Nullable String allow) implements Answer {}

    /** The same address on the one host name that is served. */
    record Elsewhere(String location) implements Answer {}
}
