/** JSON as Tapedeck reads and writes it: limits, exact numbers, lone surrogates kept. */
@NullMarked
package dev.tapedeck.json;

import org.jspecify.annotations.NullMarked;
