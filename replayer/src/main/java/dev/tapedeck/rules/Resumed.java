package dev.tapedeck.rules;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.Attachment;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.canonical.RequestType;
import dev.tapedeck.canonical.UsageFigures;
import dev.tapedeck.scratch.Scratch;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What history said of one thread after frames were lost, so that scratch which missed them goes on from there. Ids are
 * those that the book gave: the provider's own, or numbers on wires that name nothing.
 *
 * @param parent thread that started it, if one did
 * @param turn its last turn; absent before the first
 * @param running whether that turn is not over
 * @param closed whether the provider has said that the thread is gone
 * @param settings of the thread, as they were told last
 * @param items what its last turn, a turn not yet told and no turn holds, and what is open, in order of appearance
 * @param requests those of its last turn, and any that is open, in the order in which they came
 * @param usage the figures that were told last; absent before the first
 * @param prompt the user's message that is not whole
 * @param error what went wrong in its last turn, if nothing happened in it since
 */
public record Resumed(
        String thread,
        @Nullable String parent,
        @Nullable String turn,
        boolean running,
        boolean closed,
        @Nullable JsonNode settings,
        List<Item> items,
        List<Request> requests,
        @Nullable UsageFigures usage,
        @Nullable Prompt prompt,
        @Nullable String error) {
    /** A process counts its turns from a multiple of this, where another of the session may have had turns before. */
    public static final int PROCESS = 10_000;

    /** What stands for the turn in the name of an item that came before the first one. */
    public static final String NO_TURN = "0";

    public Resumed {
        items = List.copyOf(items);
        requests = List.copyOf(requests);
    }

    /** A thread of whose usage, prompt and errors nothing is told. */
    public Resumed(
            String thread,
            @Nullable String parent,
            @Nullable String turn,
            boolean running,
            boolean closed,
            @Nullable JsonNode settings,
            List<Item> items,
            List<Request> requests) {
        this(thread, parent, turn, running, closed, settings, items, requests, null, null, null);
    }

    /** A thread of whose items and requests nothing is told. */
    public Resumed(String thread, @Nullable String parent, @Nullable String turn, boolean running) {
        this(thread, parent, turn, running, false, null, List.of(), List.of());
    }

    /**
     * An item as history has it, without its text.
     *
     * @param type absent where the projection made the item: a request's approval, a turn's plan, a notice
     * @param open whether neither the provider nor the end of its turn has closed it
     * @param whole whether a frame told all of it, or when it was over, rather than pieces of it
     * @param server MCP server or namespace of the tool
     * @param bytes of its text so far, in UTF-8
     */
    public record Item(
            String id,
            @Nullable String turn,
            @Nullable ItemType type,
            boolean open,
            boolean whole,
            @Nullable String tool,
            @Nullable String server,
            @Nullable String childThread,
            long bytes) {}

    /**
     * A message of the user's that is not whole, as far as it was told.
     *
     * @param item its id
     */
    public record Prompt(String item, @Nullable String text, List<Attachment> attachments) {}

    /**
     * A request that a book has mapped.
     *
     * @param open whether nobody has answered or withdrawn it
     * @param args what it asks, as its event told it
     * @param answer as it stood on the wire, once there is one
     */
    public record Request(
            RequestRef id,
            RequestType type,
            @Nullable String turn,
            @Nullable String item,
            boolean open,
            @Nullable JsonNode args,
            @Nullable JsonNode answer) {}

    /** Number of its last turn, on wires whose turns are counted; 0 where it is none, or has a name. */
    public int turnNumber() {
        return number(turn);
    }

    /** The highest number that an item of the last turn has, told as {@code TURN:NUMBER…}; 0 where there is none. */
    public int lastSegment() {
        int last = 0;
        for (Item item : items) {
            last = Math.max(last, segmentOf(item));
        }
        return last;
    }

    /** Whether it is told as {@code TURN:NUMBER…} of the last turn. */
    public boolean isSegment(Item item) {
        return segmentOf(item) > 0;
    }

    /** The number of an item that is told as {@code TURN:NUMBER…} of the last turn; 0 of any other. */
    public int segmentOf(Item item) {
        String[] parts = item.id().split(":", 3);
        boolean mine = parts.length > 1 && (turn == null ? number(parts[0]) % PROCESS == 0 : parts[0].equals(turn));
        return mine ? number(parts[1]) : 0;
    }

    private static int number(@Nullable String text) {
        return text != null && text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : 0;
    }

    /** Takes over into scratch what history said. */
    @FunctionalInterface
    public interface Adoption {
        void adopt(Resumed thread, Scratch.Editor scratch);
    }

    /** Lets go of what scratch holds of any other threads: it was read where frames were lost. */
    @FunctionalInterface
    public interface Keeping {
        void keep(Set<String> threads, Scratch.Editor scratch);
    }
}
