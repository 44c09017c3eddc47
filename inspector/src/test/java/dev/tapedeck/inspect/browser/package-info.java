/** The pages in a real browser. Skipped, saying so, where there is no Chromium. */
@NullMarked
package dev.tapedeck.inspect.browser;

import org.jspecify.annotations.NullMarked;
