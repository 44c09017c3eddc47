/**
 * What a rule book is made of: what one wire does with each of its kinds, and how its frames are read.
 *
 * <ul>
 *   <li>A <b>kind</b> ({@link dev.tapedeck.rules.Kind}) says what a frame is, from general to special:
 *       {@code item/started:commandExecution}. The wire's {@link dev.tapedeck.rules.Dialect} reads it from the frame.
 *   <li>A <b>rule</b> ({@link dev.tapedeck.rules.Rule}) says what becomes of frames of a kind: they are mapped to
 *       canonical events, repeat what another kind says, or are dropped for a reason that a user would accept. The
 *       most special rule wins, and a kind without one is unmapped. A mapping reads its frame through
 *       {@link dev.tapedeck.rules.FrameView} and says events through {@link dev.tapedeck.rules.Emitter}.
 *   <li>A <b>scope</b> ({@link dev.tapedeck.rules.RuleBook.Scope}) is what an id names: a session, a thread in it (one
 *       conversation, of a person or of a sub-agent), a turn of a thread (from a prompt to the end of what it caused),
 *       an item of a turn (a message, a call of a tool). A book says where frames name each. A wire that names none of
 *       a scope counts them in scratch, and its {@code package-info} says how.
 *   <li>A <b>concept</b> ({@link dev.tapedeck.rules.Concept}) is the row of the matrix that a rule serves. It changes
 *       nothing in a replay; it is what the rule claims, and the matrix compares it with what recordings show.
 * </ul>
 *
 * <p>A book owes the host five things, each written down in the {@code package-info} of its wire: what threads, turns
 * and items are; what lies in scratch, to the letter; which frames ask for an answer and which answer; which client
 * frames send text that is echoed, so that a claimed send ({@link dev.tapedeck.rules.Claim}) can be confirmed; and what
 * scratch takes over from history after frames were lost ({@link dev.tapedeck.rules.Resumed}). It keeps nothing else:
 * mapping two frames at once and one after the other must give the same.
 */
@NullMarked
package dev.tapedeck.rules;

import org.jspecify.annotations.NullMarked;
