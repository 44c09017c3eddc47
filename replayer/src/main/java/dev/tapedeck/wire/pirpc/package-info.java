/**
 * {@code pi --mode rpc} and {@code pi --mode json}: line-delimited JSON typed by {@code type}, from 0.73 to 1.6.
 * Commands and their responses are joined by an id that the client may leave out; events have no ids at all, and
 * dialogs of extensions have ids of the provider's own.
 *
 * <p>A thread is a conversation that the process holds, numbered from 1: a new, switched, forked or cloned session is
 * the next one. Its session id is known once the client asks for the state.
 *
 * <p>A turn is what one prompt sets off: it begins with {@code agent_start} and ends with {@code agent_end}, and is
 * numbered per thread from 1. What the vendor calls a turn ({@code turn_start}, {@code turn_end}) is one model call
 * with its tools, a step of ours. The end is put off to {@code agent_settled} when {@code agent_end} announces a retry,
 * or when its last message was cut off or failed so that a compaction may repair it; {@code agent_start} then goes on
 * with the same turn, and {@code auto_retry_end} without success ends it. Versions before 0.75.4 announce nothing, so
 * that there each attempt is a turn.
 *
 * <p>A text or thought is the item {@code TURN:MESSAGE:INDEX}, messages numbered per turn by those that have such an
 * item, so that history tells where the count stands; a user's message is {@code user:} and the number of its frame; a
 * tool's item is the id of its call. What {@code get_messages} tells before a turn has run here is history. A
 * message's text is over when the message is: the vendor closes the blocks of an aborted message before it tells that
 * it was aborted. A compaction, and a command of the user's own, is named by the frame that began it and may stand
 * between two turns.
 *
 * <p>A {@code confirm} of an extension that comes between the start of a tool's execution and its first sign of life
 * asks for approval of that tool, since that is when extensions may block it; every other dialog is a question to the
 * user.
 *
 * <p>Scratch of this rule book, so that another implementation can match it; the projection's own keys stand in
 * {@code dev.tapedeck.projection}, {@code requests} in {@code dev.tapedeck.rules.OpenRequests}:
 *
 * <pre>
 * thread      NUMBER                        the conversation that the process holds
 * session     ID                            its session id, once told
 * opened      NUMBER                        the highest number that a conversation has
 * settings    {"model", "provider", "thinkingLevel", "cwd", "tools", "sessionFile"}   as told last
 * files       {FILE: [THREAD, TURN]}        conversations that were left, at most 50, with their last turn
 * switch      FILE                          what the client asked to switch to
 * turn        [NUMBER, STATE]               last turn of the thread: 0 over, 1 runs, 2 its end was put off
 * outcome     [STOP, ERROR]                 how the last message of the model's stopped, null for what was not told
 * message     {"n", "shown", "began", "open": {INDEX: [TYPE, ITEM]}}   messages of the turn that have an item so far;
 *                                           "open" while one is told, "shown" when it is the last of those, "began" its
 *                                           time, null of one that only history told of
 * tools       {ID: [NAME, STATE, DECLINED]} calls without a result, at most 200: 0 called, 1 started, 2 at work
 * used        [input, cacheRead, cacheWrite, output, reasoning, total, COST]   of the turn so far
 * bash        {ID: ITEM}                    the client's own commands that run, "" for one without id
 * compacting  ITEM                          the compaction that runs
 * </pre>
 */
@NullMarked
package dev.tapedeck.wire.pirpc;

import org.jspecify.annotations.NullMarked;
