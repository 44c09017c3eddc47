/** What the inspector shows: routes, layout and one class for each page. */
@NullMarked
package dev.tapedeck.inspect.pages;

import org.jspecify.annotations.NullMarked;
