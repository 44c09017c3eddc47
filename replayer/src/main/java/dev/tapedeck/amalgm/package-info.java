/** The amalgm vocabulary (normalization-matrix): what a chat window shows of an agent, in one event model. */
@NullMarked
package dev.tapedeck.amalgm;

import org.jspecify.annotations.NullMarked;
