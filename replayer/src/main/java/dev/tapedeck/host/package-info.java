/** The host under test: queue, drain, requests, maps, budgets and failure policy (runtime-event-path). */
@NullMarked
package dev.tapedeck.host;

import org.jspecify.annotations.NullMarked;
