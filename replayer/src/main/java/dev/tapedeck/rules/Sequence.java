package dev.tapedeck.rules;

import com.fasterxml.jackson.core.JsonPointer;

/**
 * Where events that a provider keeps say how many of them came before, so that a lost one is noticed.
 *
 * @param of what is counted, from the frame's root
 * @param number the number, from the frame's root; each is one more than the last
 */
public record Sequence(JsonPointer of, JsonPointer number) {}
