package dev.tapedeck.host;

import dev.tapedeck.mapping.MapContext;
import dev.tapedeck.mapping.MapResult;
import dev.tapedeck.rules.Message;
import dev.tapedeck.scratch.Scratch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One call of the hook, as its host saw it.
 *
 * @param before scratch handed in
 * @param result what came back; absent when the call threw
 * @param emittedBytes size of the emitted values as the budget counts it
 * @param failure why the call as a whole counts as failed; absent when it is applied
 * @param inResync whether it maps registered requests during a resync
 */
public record HookCall(
        long batch,
        MapContext context,
        List<Message> frames,
        Scratch before,
        @Nullable MapResult result,
        long emittedBytes,
        @Nullable String failure,
        boolean inResync) {}
