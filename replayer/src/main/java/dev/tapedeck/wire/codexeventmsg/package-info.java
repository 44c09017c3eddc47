/**
 * {@code EventMsg}, the events of the Codex core before they become notifications (canonical-events 3.3): in a rollout
 * file of {@code ~/.codex/sessions}, in a {@code codex/event} notification, in the log of the terminal program, or
 * bare.
 *
 * <p>A rollout file is a transcript: it holds no deltas, no starts of items, no approvals, no errors and no retries,
 * and older programs wrote neither commands nor patches as events. So the model's own calls and their outputs
 * ({@code response_item}) are read too; where an event told of a call, its output says nothing new.
 *
 * <p>A thread is told by the first line or event of a session, or by the notification. A turn is the event's
 * {@code turn_id}; of programs that did not tell it the submission's id, else it is numbered from 1. An item is its own
 * id or the id of its call; text without an id is {@code TURN.N}, N from 1 in each turn.
 *
 * <p>Scratch of this rule book, so that another implementation can match it; {@code usage} and {@code requests} stand
 * in {@code dev.tapedeck.rules}, the projection's own keys in {@code dev.tapedeck.projection}:
 *
 * <pre>
 * thread          THREAD                    the session's thread, once told
 * guessed         true                      its first line has not come: another line named it
 * turn            [TURN, OPEN, NUMBER]      last turn, whether it runs, and how many there were
 * text            [N, MESSAGE, THOUGHT]     texts without ids in this turn, and the N of the open ones, 0 when none is
 * calls           {CALL: TOOL}              calls of the model whose end no event has told, at most 200
 * compacted       TURN                      the turn whose compaction was told without an item
 * error           TEXT                      the error that ended the running turn's work
 * told            [ITEM…]                   the last 64 items whose end an event has told
 * </pre>
 */
@NullMarked
package dev.tapedeck.wire.codexeventmsg;

import org.jspecify.annotations.NullMarked;
