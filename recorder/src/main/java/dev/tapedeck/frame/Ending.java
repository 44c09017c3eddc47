package dev.tapedeck.frame;

import org.jspecify.annotations.Nullable;

/**
 * The last line of a whole recording.
 *
 * @param exit exit code of the provider, absent when a signal ended it or it is unknown
 * @param signal name of the signal that ended the provider, for instance {@code SIGKILL}
 * @param reason why recording ended: {@code exited}, {@code signalled}, {@code start-failed}, {@code stopped} …
 * @param frames number of frames in the recording
 * @param sha256 hash, in hex, of all bytes of the lines between header and end, line feeds included
 */
public record Ending(@Nullable Integer exit, @Nullable String signal, String reason, long frames, String sha256) {}
