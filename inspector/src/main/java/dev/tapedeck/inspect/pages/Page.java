package dev.tapedeck.inspect.pages;

import j2html.tags.DomContent;
import org.jspecify.annotations.Nullable;

/**
 * What a page shows, before the shell is put around it.
 *
 * @param status HTTP status
 * @param title text of the window's title
 * @param section the entry of the main navigation that is current; absent on error and help pages
 * @param layout class name of the page's layout
 * @param main content of the main landmark
 * @param foot content of the foot bar
 * @param refresh whether the page asks to be loaded again after a second, while an index is being made
 * @param live the session whose growth it tells of; absent where the page is told of any change
 * @param hint what a newcomer is told above it
 */
public record Page(
        int status,
        String title,
        @Nullable Section section,
        String layout,
        DomContent main,
        @Nullable DomContent foot,
        boolean refresh,
        @Nullable Live live,
        @Nullable Hint hint) {

    Page(
            int status,
            String title,
            @Nullable Section section,
            String layout,
            DomContent main,
            @Nullable DomContent foot,
            boolean refresh) {
        this(status, title, section, layout, main, foot, refresh, null, null);
    }

    /**
     * What of a page may become old while it is open.
     *
     * @param session whose frames it shows
     * @param frames it knows of
     * @param newest where the newest ones are
     * @param follows whether it loads them by itself, every few seconds
     */
    record Live(String session, long frames, Route newest, boolean follows) {}

    /** A whole page. */
    static Page of(String title, Section section, String layout, DomContent main, @Nullable DomContent foot) {
        return new Page(200, title, section, layout, main, foot, false);
    }

    /** The same page with another status. */
    Page withStatus(int other) {
        return new Page(other, title, section, layout, main, foot, refresh, live, hint);
    }

    /** The same page, of a session that may grow. */
    Page withLive(Live session) {
        return new Page(status, title, section, layout, main, foot, refresh, session, hint);
    }

    /** The same page with a line for newcomers above it. */
    Page withHint(Hint line) {
        return new Page(status, title, section, layout, main, foot, refresh, live, line);
    }

    /** The same page, which asks to be loaded again after a second. */
    Page refreshing() {
        return new Page(status, title, section, layout, main, foot, true);
    }

    /** Entries of the main navigation. */
    public enum Section {
        OVERVIEW("Overview", Route.overview()),
        SESSIONS("Sessions", Route.sessions()),
        MATRIX("Matrix", Route.matrix()),
        UNMAPPED("Unmapped", Route.unmapped()),
        RUNS("Runs", Route.runs()),
        GOLDENS("Goldens", Route.goldens());

        private final String word;
        private final Route route;

        Section(String word, Route route) {
            this.word = word;
            this.route = route;
        }

        String word() {
            return word;
        }

        Route route() {
            return route;
        }
    }
}
