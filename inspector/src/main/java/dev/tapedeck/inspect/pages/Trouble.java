package dev.tapedeck.inspect.pages;

/** A request that cannot be answered with what it asked for; becomes a page with that status. */
public final class Trouble extends RuntimeException {
    private final int status;
    private final String title;
    private final Route wayOn;
    private final String wayOnText;

    /**
     * @param title what happened, a few words
     * @param text what happened, one or two sentences; never a file's path
     * @param wayOn where to go from here
     */
    public Trouble(int status, String title, String text, Route wayOn, String wayOnText) {
        super(text, null, false, false);
        this.status = status;
        this.title = title;
        this.wayOn = wayOn;
        this.wayOnText = wayOnText;
    }

    /** An id or a number that names nothing here. */
    public static Trouble notFound(String what, Route list, String listText) {
        return new Trouble(404, "Not found", "There is no such " + what + " here.", list, listText);
    }

    /** A value in the address that cannot be used. */
    public static Trouble badValue(String key, String expected, String found, Route wayOn) {
        return new Trouble(
                422, "Bad value", key + ": expected " + expected + ", found " + found, wayOn, "Without it");
    }

    /** A file that is no longer what was found. */
    public static Trouble gone() {
        return new Trouble(
                409,
                "The file changed",
                "The file of this session vanished, was replaced or cannot be read any more.",
                Route.sessions(),
                "All sessions");
    }

    public int status() {
        return status;
    }

    String title() {
        return title;
    }

    String text() {
        return String.valueOf(getMessage());
    }

    Route wayOn() {
        return wayOn;
    }

    String wayOnText() {
        return wayOnText;
    }
}
