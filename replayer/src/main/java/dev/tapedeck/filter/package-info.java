/** The language in which people say which frames they want to see; the same on pages and on the command line. */
@NullMarked
package dev.tapedeck.filter;

import org.jspecify.annotations.NullMarked;
