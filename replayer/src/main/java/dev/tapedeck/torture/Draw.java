package dev.tapedeck.torture;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.fault.FaultPlan;
import dev.tapedeck.fault.Schedule;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.json.Json;
import dev.tapedeck.torture.Subject.Part;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Draws the parts of plans for one recording. */
final class Draw {
    private final RandomGenerator lots;
    private final Subject subject;

    Draw(RandomGenerator lots, Subject subject) {
        this.lots = lots;
        this.subject = subject;
    }

    /** From 1 to {@code most}, small numbers more often. */
    int upTo(int most) {
        int bound = 1 + lots.nextInt(most);
        return 1 + lots.nextInt(bound);
    }

    boolean oneIn(int times) {
        return lots.nextInt(times) == 0;
    }

    <T> T of(List<T> some) {
        return some.get(lots.nextInt(some.size()));
    }

    /** Number of any entry of the recording. */
    long entry() {
        return 1 + lots.nextLong(Math.max(1, subject.last()));
    }

    /** A frame that plays one of these parts, or any where none does. */
    long frame(Part... parts) {
        List<Long> some = new ArrayList<>();
        for (Part part : parts) {
            some.addAll(subject.those(part));
        }
        return some.isEmpty() ? entry() : of(some);
    }

    /** JSON pointer of a value inside a frame; often one of the short ones, where ids, kinds and states stand. */
    String path(long seq) {
        for (Frame frame : subject.frames()) {
            if (frame.seq() == seq) {
                List<String> paths = new ArrayList<>();
                collect("", read(frame), paths);
                return paths.isEmpty() ? "/absent" : of(paths);
            }
        }
        return "/absent";
    }

    /** Whether, and how, the subscriber keeps up. */
    Schedule schedule() {
        return switch (lots.nextInt(4)) {
            case 0 -> FaultPlan.NONE.schedule();
            case 1 -> new Schedule.Every(1);
            case 2 -> new Schedule.Every(upTo(64));
            default -> interleaving(upTo(40));
        };
    }

    /** Every interleaving can be drawn: between two drains at least one entry arrives, at most twice {@code mean}. */
    private Schedule interleaving(int mean) {
        List<Long> after = new ArrayList<>();
        for (long seq = lots.nextLong(2L * mean); seq <= subject.last(); seq += 1 + lots.nextLong(2L * mean)) {
            after.add(seq);
        }
        return new Schedule.At(after);
    }

    private static void collect(String path, JsonNode node, List<String> paths) {
        if (path.chars().filter(c -> c == '/').count() > 4) {
            return;
        }
        if (node.isObject()) {
            node.properties().forEach(member -> {
                String name = member.getKey().replace("~", "~0").replace("/", "~1");
                if (!name.contains(",")) {
                    paths.add(path + "/" + name);
                    collect(path + "/" + name, member.getValue(), paths);
                }
            });
        }
    }

    private static JsonNode read(Frame frame) {
        try {
            return Json.read(frame.payload().bytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
