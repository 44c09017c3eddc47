/** The scripted model: a loopback HTTP server that answers a provider from a script. */
@NullMarked
package dev.tapedeck.lab.model;

import org.jspecify.annotations.NullMarked;
