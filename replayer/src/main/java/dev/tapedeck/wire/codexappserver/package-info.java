/**
 * {@code codex app-server}: newline-delimited JSON-RPC without its {@code jsonrpc} member.
 *
 * <p>Scratch of this rule book, so that another implementation can match it; the projection's own keys stand in
 * {@code dev.tapedeck.runtime}:
 *
 * <pre>
 * requests        {KEY: {"type", "thread", "turn", "item"}}   open requests of the provider, until resolved or their
 *                                                             turn ends; absent members were not told
 * usage/THREAD    {"turn": TURN, "total": [6], "used": [6]}   turn and used only while a turn runs; total once told:
 *                                                             input, cached, cache write, output, reasoning, total
 * part/THREAD     [ITEM, PART]                                part of a thought that streamed last: "summary" or
 *                                                             "thought INDEX"; until its turn ends
 * </pre>
 */
@NullMarked
package dev.tapedeck.wire.codexappserver;

import org.jspecify.annotations.NullMarked;
