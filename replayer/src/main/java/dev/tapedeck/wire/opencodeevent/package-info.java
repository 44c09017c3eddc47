/**
 * What {@code opencode serve} sends on {@code /event}, and, in a wrapper, on {@code /global/event}, with the HTTP calls
 * beside it. Release 1.18 sends two families of events there, each for sessions of its own: {@code message.*}, and
 * {@code session.next.*}. The rules of both lie here; {@code opencodeevent2} takes them over for the other envelope.
 *
 * <p>A thread is a session; a session with a parent is a child thread. Turns have no ids here: they are numbered per
 * session from 1, in the Nth process of a recording from (N-1) * 10,000 + 1. A turn of {@code message.*} runs from the
 * first {@code busy} to {@code idle}, whatever comes between. What a user sends while none runs belongs to the next
 * one. An item is a message part, by its id; a tool call is {@code MESSAGE:CALL}, since a permission names it so; a
 * user's message is one item, by the message's id. In {@code session.next.*} an item is {@code MESSAGE:PART}, part
 * being the id of a text, a thought or a tool call within its message.
 *
 * <p>Scratch of these rule books, so that another implementation can match it; the projection's own keys stand in
 * {@code dev.tapedeck.projection}, {@code requests} in {@code dev.tapedeck.rules.OpenRequests}:
 *
 * <pre>
 * connected       {}                                 the stream was opened before
 * mcp             [NAME…]                            MCP servers that were named, at most 50
 * sessions        [SESSION…]                         sessions that are remembered, oldest first, at most 50
 * session/SESSION {                                  one of them; absent members were not told
 *   "n", "open"                                      number of the last turn, and whether it runs
 *   "abort"                                          somebody asked to abort the running turn
 *   "error": [NAME, MESSAGE]                         what went wrong in the running turn and was not overcome
 *   "finish"                                         why the last model call ended
 *   "title", "settings"                              as they were told last
 *   "born", "since"                                  when it was created, and from when on it is told here, in ms
 *   "hole"                                           frames were lost, so that nobody knows when it was created
 *   "prompt": {"id", "of", "parts": {PART: TEXT or [3]}}  user message whose parts still come: up to 16,384 characters
 *                                                    of text, null for a part beyond, and files; what history told
 *                                                    stands under names that begin with "resumed";
 *                                                    of: "copied" by a fork, "untold" whose it is, or ""
 *   "compacting": [ITEM, REASON]                     the compaction that runs; without its reason behind a loss
 *   "usage": {"thread": [5, COST], "turn": …, "step"} tokens of input, cache, cache write, output, reasoning, and cost;
 *                                                    and the last step that was counted
 * }
 * messages        {MESSAGE: "u" | "a" | "s"}         who wrote a message: user, model, model as a summary; with "c"
 *                                                    behind it for a fork's copy; at most 100
 * parts           {PART: [TYPE, SESSION]}            parts that are streamed
 * held            {PART: [SESSION, TEXT]}            text of parts whose type is not told yet
 * words           {REQUEST: TEXT}                    what a user said with an answer that is not settled yet, at most 4
 * tools           {MESSAGE:CALL: [NAME, SESSION, DECLINED]}  tool calls that are not over, at most 200
 * </pre>
 */
@NullMarked
package dev.tapedeck.wire.opencodeevent;

import org.jspecify.annotations.NullMarked;
