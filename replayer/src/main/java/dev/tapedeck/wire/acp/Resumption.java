package dev.tapedeck.wire.acp;

import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.scratch.Scratch;
import java.util.List;

/**
 * Frames were lost: history knows whether a turn began or ended meanwhile. What was said in it is counted by
 * {@link Emitter#lastSegment}.
 */
final class Resumption {
    private Resumption() {}

    static void adopt(Resumed told, Scratch.Editor scratch) {
        Threads threads = new Threads(scratch);
        Threads.Thread known = threads.orNew(told.thread());
        boolean numbered = told.turn() != null && told.turn().matches("[0-9]{1,9}");
        int turn = numbered ? Math.max(known.turn(), Integer.parseInt(told.turn())) : known.turn();
        int begun = turn - known.turn();
        Threads.Thread now = known;
        if (begun > 0) {
            Segments.drop(told.thread(), scratch);
            List<String> waiting = known.waiting();
            now = known.started(turn, null).withWaiting(waiting.subList(Math.min(begun, waiting.size()), waiting.size()));
        }
        threads.put(told.thread(), (told.running() ? now : now.ended()).withTold(told.parent()));
    }
}
