/** Two mappers side by side: the same frames and scratch must give equal events, scratch and faults. */
@NullMarked
package dev.tapedeck.parity;

import org.jspecify.annotations.NullMarked;
