package dev.tapedeck.golden;

import org.jspecify.annotations.Nullable;

/**
 * What a golden was made from. It says why a result changed and is never compared, so that a change of code without
 * a change of result stays green.
 *
 * @param recording SHA-256 of the recording's bytes in hex
 * @param mapper SHA-256 in hex of the code that makes events of its frames
 * @param reducer SHA-256 in hex of the code that makes maps of the events; absent where nobody noted it
 */
public record Provenance(String recording, String mapper, @Nullable String reducer) {}
