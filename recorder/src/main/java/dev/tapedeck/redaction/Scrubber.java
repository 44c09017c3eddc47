package dev.tapedeck.redaction;

import dev.tapedeck.frame.Entry;
import java.util.List;
import java.util.Map;

/**
 * Replaces private values in the entries of one recording, before they are written.
 *
 * <p>Usage: hand every entry to {@link #scrub} in order and write what it returns; when the session ends, or rests,
 * write what {@link #flush} returns. The log may lag behind the session: a scrubber holds entries back while a value
 * could still be split over the following deltas of one text, never more than 128 entries or 1 MiB of payload, and
 * never changes their order, sequence numbers or times. One scrubber serves one recording and one thread.
 *
 * <p>Replaced are, inside string values only: the home folder by {@code /home/user}, the working folder by {@code
 * /workspace}, user and host by {@code user} and {@code host} where they are meant (a whole segment of a path, a member
 * that says so, {@code ada@box}), e-mail addresses by {@code user1@example.com}, and secrets by {@code <token-1>}
 * (behind {@code Bearer}), {@code <key-1>} (API keys), {@code <jwt-1>} or {@code <secret-1>} (variables and members
 * whose names look secret). A value is found through JSON and percent encodings, has one placeholder in both
 * directions, and a secret that was found once is found wherever it appears later. Keys, ids, numbers and every other
 * byte stay, and scrubbing twice changes nothing more. Lines that are not JSON are scrubbed as text. Base64 is looked
 * into where the member's name says so and it holds text, each piece by itself.
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

    /**
     * The entries still held back, oldest first; to be called when no more entries come. It may be called in between:
     * scrubbing goes on, but a value is not found that lies across this moment.
     */
    List<Entry> flush();

    /** Replaces private values in a text of the header, such as an argument of the command or the folder. */
    String scrub(String text);

    /**
     * Replacements so far by class ({@code home}, {@code cwd}, {@code user}, {@code host}, {@code email}, {@code
     * bearer}, {@code apiKey}, {@code jwt}, {@code secret}); a value in several pieces counts once, classes without one
     * are left out.
     */
    Map<String, Long> counts();

    /** A scrubber for a session on that machine. */
    static Scrubber forMachine(Machine machine) {
        return new MachineScrubber(machine);
    }
}
