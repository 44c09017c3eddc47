/** The scripted client: plays a host against a provider, step by step. */
@NullMarked
package dev.tapedeck.lab.client;

import org.jspecify.annotations.NullMarked;
