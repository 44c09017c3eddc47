/**
 * Agent Client Protocol, versions 1 and 2: JSON-RPC over stdin and stdout, in which the agent streams what it does as
 * {@code session/update}s.
 *
 * <p>A thread is a session id, or, for what an adapter marks as a sub-agent's, the id of the tool call that started
 * it. Turns have no ids here: they are numbered per thread from 1. A tool call's item has the call's id; what is said
 * is cut into segments, named as {@code Segments} says. What comes between the request that a session be opened and its
 * first prompt is history, marked as such; there each message of the user's begins a turn ({@code History}).
 *
 * <p>Scratch of this rule book, so that another implementation can match it; the projection's own keys stand in
 * {@code dev.tapedeck.projection}, {@code requests} in {@code dev.tapedeck.rules.OpenRequests}:
 *
 * <pre>
 * version           NUMBER                            the agreed protocol version; absent: 1
 * asked             {KEY: {"session", "value", "opens"}}
 *                                                     the client's requests that wait for an answer, at most 64; of a
 *                                                     prompt that was answered {"answered": true} stays
 * threads           {THREAD: {"turn", "open", "retold", "segments", "told", "prompt", "waiting", "parent",
 *                   "session", "loaded"}}
 *                                                     see Threads.Thread; absent members are 0, false or none; at most
 *                                                     100, of which those that rest are forgotten first
 * segment/THREAD    {"speaker", "item", "turn", "message", "history", "text", "tooLong", "attachments"}
 *                                                     the segment that is open; text and attachments of a user's only;
 *                                                     without "message" until that is known of a resumed one
 * messages/THREAD   {SPEAKER:MESSAGE: NUMBER}         version 2: segments of each message of the turn, at most 50
 * tools/SESSION     {CALL: [TYPE, THREAD, TURN, STAGE, DECLINED, CHANGED]}
 *                                                     tool calls, compactions, sub-agents' sessions, at most 200
 * terminals/SESSION {TERMINAL: {"owner", "tail"}}     the call that embeds a terminal; bytes of half a character
 * options           {KEY: {OPTION: KIND}}             what the options of an open permission mean
 * mcp/SESSION       [NAME…]                           MCP servers that the client gave, at most 32
 * cost/SESSION      [BASE, LATEST]                    cost before the running turn and as it was told last, US dollars
 * todos/THREAD      {STEP: {"content", "status"}}     the list that todo updates change
 * </pre>
 */
@NullMarked
package dev.tapedeck.wire.acp;

import org.jspecify.annotations.NullMarked;
