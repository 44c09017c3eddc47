package dev.tapedeck.recorder;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How a recorded session ended.
 *
 * @param exitCode the process's exit code; 128 + n if signal n ended it, as shells have it
 * @param signal name of the signal that ended the process, for instance {@code SIGKILL}; a process that exits with
 *     128 + n of its own accord cannot be told from one
 * @param recording the recording; absent if it could not be written at all
 * @param complete whether everything was recorded
 */
public record SessionEnd(int exitCode, @Nullable String signal, @Nullable Path recording, boolean complete) {}
