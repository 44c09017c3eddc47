/** How the inspector is reached: the loopback server, its gates in order, sign-in and headers. */
@NullMarked
package dev.tapedeck.inspect.server;

import org.jspecify.annotations.NullMarked;
