package dev.tapedeck.redaction;

import dev.tapedeck.frame.Entry;
import java.util.List;
import java.util.Map;

/**
 * Replaces private values in the entries of one recording, before they are written.
 *
 * <p>Usage: hand every entry to {@link #scrub} in order and write what it returns; when the session ends write what
 * {@link #flush} returns. The log may lag behind the session: a scrubber holds entries back while a value could still
 * be split over the following deltas of one stream, never more than a bounded number, and never changes their order,
 * sequence numbers or times. One scrubber serves one recording and one thread.
 */
public interface Scrubber {
    /** Changes nothing, holds nothing back. */
    Scrubber NONE = new Unscrubbed();

    /**
     * Takes the next entry.
     *
     * @return the entries that are ready to be written, oldest first; often just this one, possibly none
     */
    List<Entry> scrub(Entry entry);

    /** The entries still held back, oldest first; to be called when no more entries come. */
    List<Entry> flush();

    /** Replaces private values in a text of the header, such as an argument of the command or the folder. */
    String scrub(String text);

    /** Replacements so far, by class; classes without one are left out. */
    Map<String, Long> counts();

    /** A scrubber for a session on that machine. */
    static Scrubber forMachine(Machine machine) {
        return new MachineScrubber(machine);
    }
}
