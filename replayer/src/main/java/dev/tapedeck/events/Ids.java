package dev.tapedeck.events;

import dev.tapedeck.canonical.RequestRef;
import org.jspecify.annotations.Nullable;

/** What stands in an event in place of a provider's ids (decision D6). */
public sealed interface Ids permits CanonicalIds, Ordinals, ProviderIds {

    String thread(String thread);

    /** A turn's id; the same provider id in two threads names two turns. */
    String turn(@Nullable String thread, String turn);

    /** An item's id; the same provider id in two threads names two items. */
    String item(@Nullable String thread, String item);

    String request(RequestRef request);

    /** A claimed send's id. */
    String send(String send);
}
