package dev.tapedeck.golden;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One golden as it lies on disk.
 *
 * @param approved SHA-256 of the approved file in hex; absent when there is none
 * @param received SHA-256 of the file that waits for approval in hex; absent when there is none
 * @param forgiven what was forgiven when the two were found equal, each in one sentence
 */
public record Golden(
        GoldenName name,
        GoldenState state,
        @Nullable String approved,
        @Nullable String received,
        List<String> forgiven) {
    public Golden {
        forgiven = List.copyOf(forgiven);
    }
}
