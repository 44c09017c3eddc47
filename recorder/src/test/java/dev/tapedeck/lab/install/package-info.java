@NullMarked
package dev.tapedeck.lab.install;

import org.jspecify.annotations.NullMarked;
