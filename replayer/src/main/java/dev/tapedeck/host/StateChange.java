package dev.tapedeck.host;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * One value in the maps that a frame changed; told in tracing mode only.
 *
 * @param path place in the maps, with the provider's ids, for instance {@code items/t1/i3/state}
 * @param before value before, long text cut to its end; absent when there was none
 * @param after value after, long text cut to its end; absent when it is gone
 */
public record StateChange(String path, @Nullable JsonNode before, @Nullable JsonNode after) {}
