@NullMarked
package dev.tapedeck.lab.scenario;

import org.jspecify.annotations.NullMarked;
