/** Scenario files and provider manifests of the lab: their shape, their reading, their errors. */
@NullMarked
package dev.tapedeck.lab.scenario;

import org.jspecify.annotations.NullMarked;
