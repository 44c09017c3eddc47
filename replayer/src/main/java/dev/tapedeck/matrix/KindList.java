package dev.tapedeck.matrix;

import dev.tapedeck.frame.Wire;
import java.util.SortedSet;

/**
 * Kinds that a vendor's own schema lists, names only.
 *
 * @param version the provider's version that the schema came with
 * @param kinds what the provider may send: kinds or the first parts of kinds
 */
public record KindList(Wire wire, String version, SortedSet<String> kinds) {}
