package dev.tapedeck.inspect.server;

import dev.tapedeck.inspect.pages.Page;
import dev.tapedeck.inspect.pages.Query;
import dev.tapedeck.inspect.pages.Route;
import java.util.Map;
import java.util.Optional;

/** What the server serves once every gate is open; it hands on ids that are well formed and nothing else. */
public interface Site {
    /**
     * What may have changed since somebody looked, without a word of what was recorded.
     *
     * @param session whose frames are counted; empty for those of all
     */
    Pulse pulse(String session);

    /** Name of the inspected folder, and what of it needs attention. */
    Summary summary();

    Page overview();

    Page sessions(Query query);

    Page frames(String session, Query query);

    Page timeline(String session, Query query);

    Page transcript(String session, Query query);

    Page state(String session, Query query);

    Page budgets(String session, Query query);

    /** Replays under fault plans. */
    Page runs(Query query);

    /** A run that is kept. */
    Page run(String run);

    /** Two runs of one session. */
    Page compare(Query query);

    Page frame(String session, long seq, Query query);

    /** The bytes of a frame as they travelled. */
    byte[] rawFrame(String session, long seq);

    Page matrix(Query query);

    /**
     * The matrix as text to save.
     *
     * @param format {@code csv}, {@code json} or {@code md}
     */
    String matrixFile(String format, Query query);

    Page unmapped(Query query);

    Page unmappedKind(String kind);

    Page goldens(Query query, Visitor visitor);

    Page golden(String golden, Query query, Visitor visitor);

    /**
     * Approves, discards or puts back.
     *
     * @param act {@code approve}, {@code discard} or {@code undo}
     */
    Written write(String golden, String act, Map<String, String> form, Visitor visitor);

    /**
     * What the shell shows on every page.
     *
     * @param place name of the inspected folder, not its path
     */
    record Summary(String place, long unmappedKinds, long pendingGoldens) {}

    /**
     * What may have changed.
     *
     * @param rev another number whenever recordings or goldens are others than before
     * @param frames of the session that was asked about, or of all; 0 when it is gone
     * @param goldens that wait for a decision
     */
    record Pulse(long rev, String session, long frames, long goldens) {}

    /**
     * Who looks.
     *
     * @param formToken what his forms must carry
     * @param readOnly whether nothing can be written
     */
    record Visitor(String formToken, boolean readOnly) {}

    /**
     * What became of a write.
     *
     * @param next where to go from here; absent when {@code page} says what went wrong
     */
    record Written(Optional<Route> next, Optional<Page> page) {
        public static Written then(Route next) {
            return new Written(Optional.of(next), Optional.empty());
        }

        public static Written problem(Page page) {
            return new Written(Optional.empty(), Optional.of(page));
        }
    }
}
