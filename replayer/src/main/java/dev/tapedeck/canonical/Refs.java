package dev.tapedeck.canonical;

import org.jspecify.annotations.Nullable;

/** What an event is about, in the provider's own ids; the host derives canonical ids from them (decision D6). */
public record Refs(
        @Nullable String session,
        @Nullable String thread,
        @Nullable String turn,
        @Nullable String item,
        @Nullable RequestRef request) {

    public static final Refs NONE = new Refs(null, null, null, null, null);

    public Refs withThread(@Nullable String value) {
        return new Refs(session, value, turn, item, request);
    }

    public Refs withTurn(@Nullable String value) {
        return new Refs(session, thread, value, item, request);
    }

    public Refs withItem(@Nullable String value) {
        return new Refs(session, thread, turn, value, request);
    }

    public Refs withRequest(@Nullable RequestRef value) {
        return new Refs(session, thread, turn, item, value);
    }
}
