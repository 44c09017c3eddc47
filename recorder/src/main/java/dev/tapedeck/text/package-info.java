/** Text on its way to people: UTF-8 checks, and control characters made visible. */
@NullMarked
package dev.tapedeck.text;

import org.jspecify.annotations.NullMarked;
