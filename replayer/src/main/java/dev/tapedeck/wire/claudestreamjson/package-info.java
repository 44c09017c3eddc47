/**
 * {@code claude -p --output-format stream-json}: line-delimited JSON typed by {@code type} and {@code subtype}, with a
 * control protocol of its own in both directions.
 *
 * <p>A thread is a session id, or, for the frames of a sub-agent, the id of the tool use that started it. Turns have
 * no ids here: they are numbered per thread from 1. A text block's item is {@code TURN:MESSAGE:INDEX}, messages
 * numbered per turn by those that have such an item, so that history tells where the count stands; a tool's is the id
 * of its use.
 *
 * <p>Scratch of this rule book, so that another implementation can match it; the projection's own keys stand in
 * {@code dev.tapedeck.projection}, {@code requests} in {@code dev.tapedeck.rules.OpenRequests}:
 *
 * <pre>
 * session         {"id", "model", "mode", "begun", "before"}
 *                                                      the running session, absent members were not told; "begun"
 *                                                      is true once an init was seen, "before" is the session that
 *                                                      it took the place of in this process
 * turn/SESSION    [NUMBER, OPEN, EARLY]                last turn of the thread of this session and of the one before,
 *                                                      whether it runs, and, if so, true when it began before its
 *                                                      init
 * children        {TOOL: [NUMBER, OPEN, BACKGROUND]}   the same of sub-agents' threads, at most 100, oldest ended first
 *                                                      forgotten; BACKGROUND ones outlive their parent's turn
 * message/THREAD  {"id", "m", "shown", "n", "open": {INDEX: [TYPE, ITEM, SEEN]}, "seen": [UUID…],
 *                  "usage": [3], "untold"}
 *                                                      the message that is being told: the number of the last one of
 *                                                      the turn that has an item, whether it is this one, how many
 *                                                      blocks it has so far,
 *                                                      those still streamed (SEEN once a snapshot told the whole),
 *                                                      the snapshots that came, tokens of input, cache, cache write;
 *                                                      "untold" is true while nobody has told its id
 * tools           {TOOL: [NAME, THREAD, DECLINED]}     tool uses without a result, at most 200
 * compacting      [ITEM, FIGURES]                      the turn's compaction, until it was summed up in words; with
 *                                                      the figures of its boundary once that came
 * interrupted     SESSION                              the session whose running turn somebody wants to stop
 * context/THREAD  TOKENS                               tokens in context after the last model call of the running turn
 * cost            DECIMAL                              cost of the process at the last result, US dollars
 * told            [UUID…]                              the last inits and results, so that one that is sent again
 *                                                      changes nothing
 * </pre>
 */
@NullMarked
package dev.tapedeck.wire.claudestreamjson;

import org.jspecify.annotations.NullMarked;
