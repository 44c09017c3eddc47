package dev.tapedeck.matrix;

/**
 * A frame that proves something.
 *
 * @param recording id of the recording, from its header
 * @param fixture path of the recording below the folder that was read, with {@code /} between its parts
 * @param seq the frame's place in the recording
 */
public record FrameRef(String recording, String fixture, long seq) {}
