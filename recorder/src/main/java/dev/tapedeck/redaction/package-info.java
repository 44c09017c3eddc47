/** What must not be stored (paths, names, secrets) is replaced before it is written. */
@NullMarked
package dev.tapedeck.redaction;

import org.jspecify.annotations.NullMarked;
