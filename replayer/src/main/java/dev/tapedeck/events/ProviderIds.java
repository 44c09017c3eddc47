package dev.tapedeck.events;

import dev.tapedeck.canonical.RequestRef;
import org.jspecify.annotations.Nullable;

/** Every id as the provider spelled it: the form in which mappers of other worlds speak. */
final class ProviderIds implements Ids {
    static final ProviderIds INSTANCE = new ProviderIds();

    private ProviderIds() {}

    @Override
    public String thread(String thread) {
        return thread;
    }

    @Override
    public String turn(@Nullable String thread, String turn) {
        return turn;
    }

    @Override
    public String item(@Nullable String thread, String item) {
        return item;
    }

    @Override
    public String request(RequestRef request) {
        return request.key();
    }

    @Override
    public String send(String send) {
        return send;
    }
}
