package dev.tapedeck.host;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.runtime.RuntimeEvent.SessionUpdated;
import org.jspecify.annotations.Nullable;

/** The latest auth and login snapshot of the tab. */
final class Session {
    @Nullable String auth;
    @Nullable String login;
    @Nullable String billingMode;
    @Nullable String title;
    @Nullable JsonNode config;
    @Nullable JsonNode rateLimits;

    Session() {}

    Session(Session other) {
        auth = other.auth;
        login = other.login;
        billingMode = other.billingMode;
        title = other.title;
        config = other.config;
        rateLimits = other.rateLimits;
    }

    void apply(SessionUpdated event) {
        auth = event.auth().apply(auth);
        login = event.login().apply(login);
        billingMode = event.billingMode().apply(billingMode);
        title = event.title().apply(title);
        config = Members.patched(config, event.config());
    }
}
