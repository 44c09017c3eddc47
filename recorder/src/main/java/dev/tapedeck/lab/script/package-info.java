/** Places in a script file, their errors, and the variables that are put into them. */
@NullMarked
package dev.tapedeck.lab.script;

import org.jspecify.annotations.NullMarked;
