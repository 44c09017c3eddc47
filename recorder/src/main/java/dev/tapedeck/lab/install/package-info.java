/** Installing a pinned provider into a cache folder. */
@NullMarked
package dev.tapedeck.lab.install;

import org.jspecify.annotations.NullMarked;
