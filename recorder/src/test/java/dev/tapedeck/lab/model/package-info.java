@NullMarked
package dev.tapedeck.lab.model;

import org.jspecify.annotations.NullMarked;
