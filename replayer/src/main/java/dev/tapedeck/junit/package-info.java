/**
 * For projects that keep recordings: their goldens as tests of JUnit Jupiter.
 *
 * <p>The only package that needs JUnit, which is therefore a provided dependency: a project that tests with JUnit has
 * it, and the program runs without it.
 */
@NullMarked
package dev.tapedeck.junit;

import org.jspecify.annotations.NullMarked;
