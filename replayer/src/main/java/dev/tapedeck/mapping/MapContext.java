package dev.tapedeck.mapping;

import dev.tapedeck.rules.Claim;
import dev.tapedeck.rules.Resumed;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a mapper may know beside frames and scratch.
 *
 * @param session the host's id of the session
 * @param boundThread the provider's id of the thread that the tab is bound to, once known
 * @param epoch number of the runtime epoch, from 1
 * @param claims sends that wait for evidence, in order; a frame can confirm only an earlier one
 * @param covered seq of the last frame that a resync covers; what it told is to be taken over behind that frame
 * @param resumed in the first call that goes beyond a resync, what history said of each thread; else empty
 */
public record MapContext(
        String session,
        @Nullable String boundThread,
        int epoch,
        List<Claim> claims,
        long covered,
        List<Resumed> resumed) {
    public MapContext {
        claims = List.copyOf(claims);
        resumed = List.copyOf(resumed);
    }

    /** A context without a resync to take over. */
    public MapContext(
            String session,
            @Nullable String boundThread,
            int epoch,
            List<Claim> claims) {
        this(session, boundThread, epoch, claims, 0, List.of());
    }
}
