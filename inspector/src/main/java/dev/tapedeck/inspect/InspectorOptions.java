package dev.tapedeck.inspect;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What to inspect and how.
 *
 * @param recordings folder of recordings, or one recording
 * @param goldens folder of their goldens; absent when there are none
 * @param port port to listen on, 0 for any free one
 * @param readOnly whether nothing can be approved
 * @param cache folder that keeps what is known of long recordings; absent to find it out every time
 */
public record InspectorOptions(
        Path recordings, @Nullable Path goldens, int port, boolean readOnly, @Nullable Path cache) {
    /** Without a cache. */
    public InspectorOptions(Path recordings, @Nullable Path goldens, int port, boolean readOnly) {
        this(recordings, goldens, port, readOnly, null);
    }
}
