/** Canonical ids, and both vocabularies as JSON: the full form for users, the golden form for comparison. */
@NullMarked
package dev.tapedeck.events;

import org.jspecify.annotations.NullMarked;
