/**
 * The runtime vocabulary as a view of canonical events (runtime-event-path, Wire mapping).
 *
 * <p>Scratch of the projection, so that another implementation can match it:
 *
 * <pre>
 * parents              [[child, parent], …]  parent edges, newest last, at most 100
 * first                "THREAD"              the first thread without a parent, where sends go that name none
 * plan/THREAD          "TURN"                the running turn has a plan item, which the turn's end completes
 * compaction/THREAD    "ITEM"                the running turn's compaction item, which thread.state.changed joins
 *                      ["ITEM", FIGURES]     the same once it ended, with what was told of it or null
 * evidence/THREAD      [[SEQ…], "ITEM"]      seq of the last sends that were confirmed, and the item that did it last
 * </pre>
 */
@NullMarked
package dev.tapedeck.projection;

import org.jspecify.annotations.NullMarked;
