package dev.tapedeck.golden;

/**
 * What a golden was made from. It says why a result changed and is never compared, so that a change of code without
 * a change of result stays green.
 *
 * @param recording SHA-256 of the recording's bytes in hex
 * @param mapper SHA-256 of the code that mapped it in hex
 */
public record Provenance(String recording, String mapper) {}
