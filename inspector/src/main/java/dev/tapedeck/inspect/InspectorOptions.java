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
 */
public record InspectorOptions(Path recordings, @Nullable Path goldens, int port, boolean readOnly) {}
