/**
 * Golden files: results of a replay that somebody approved
 * ({@code golden/<provider>/<scenario>/<view>.approved.<ext>}).
 *
 * <p>A check replays every fixture, compares each view with its approved file and leaves what differs beside it as
 * {@code .received}; only an act of a person turns a received file into an approved one.
 */
@NullMarked
package dev.tapedeck.golden;

import org.jspecify.annotations.NullMarked;
