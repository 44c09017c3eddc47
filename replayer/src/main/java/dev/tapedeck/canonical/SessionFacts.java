package dev.tapedeck.canonical;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a session is set up with, as far as the provider tells it (normalization-matrix 13); what is absent was not
 * told.
 *
 * @param cwd folder that it works in
 * @param model the model's id in the provider's spelling
 * @param tools native names of its tools, in the provider's order
 * @param title what the provider calls the conversation
 */
public record SessionFacts(
        @Nullable String cwd, @Nullable String model, @Nullable List<String> tools, @Nullable String title) {
    public SessionFacts {
        tools = tools == null ? null : List.copyOf(tools);
    }

    /** Folder and model alone. */
    public static SessionFacts of(@Nullable String cwd, @Nullable String model) {
        return new SessionFacts(cwd, model, null, null);
    }
}
