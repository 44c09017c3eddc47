/**
 * The runtime vocabulary (runtime-event-path): ten upserts that a host folds into its maps, and the projection of
 * canonical events onto them.
 *
 * <p>Scratch of the projection, so that another implementation can match it:
 *
 * <pre>
 * parents              [[child, parent], …]  parent edges, newest last, at most 100
 * plan/THREAD          "TURN"                the running turn has a plan item, which the turn's end completes
 * compaction/THREAD    "ITEM"                the running turn's compaction item, which thread.state.changed joins
 * evidence/THREAD      [SEQ, "ITEM"]         seq of the last send that was confirmed, and the item that did it
 * </pre>
 */
@NullMarked
package dev.tapedeck.runtime;

import org.jspecify.annotations.NullMarked;
