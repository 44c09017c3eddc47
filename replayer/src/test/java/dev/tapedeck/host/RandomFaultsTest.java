package dev.tapedeck.host;

import static dev.tapedeck.host.Toy.frame;
import static dev.tapedeck.host.Toy.request;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random interleavings of threads, turns, items, requests, lag, hook failures and drains: every invariant holds, and
 * after the last fault the maps equal those of the clean run. A failure prints the seed and the shortest script found.
 */
final class RandomFaultsTest {
    private static final int SCRIPTS = 400;
    /** Acts that every script starts with: threads and turns begin. */
    private static final int PROLOGUE = 4;
    /** Acts that every script ends with: turns end. */
    private static final int EPILOGUE = 2;

    private sealed interface Act {
        record Out(String line) implements Act {}

        record In(String line) implements Act {}

        record Drain() implements Act {}

        record Lag(int frames) implements Act {}

        record HookFailure() implements Act {}

        record Refusal() implements Act {}
    }

    @Test
    void every_script_keeps_the_invariants_and_converges() {
        long seed = Long.getLong("tapedeck.seed", new Random().nextLong());
        Random random = new Random(seed);
        for (int i = 0; i < SCRIPTS; i++) {
            List<Act> script = script(random);
            String problem = problem(script);
            if (problem != null) {
                List<Act> shortest = shrunk(script);
                throw new AssertionError("seed " + seed + " (-Dtapedeck.seed), script " + i + ": " + problem
                        + "\nshortest: " + shortest + "\n" + problem(shortest));
            }
        }
    }

    private static List<Act> script(Random random) {
        List<Act> script = new ArrayList<>();
        int requests = 0;
        int items = 0;
        int sends = 0;
        for (String thread : List.of("a", "b")) {
            script.add(new Act.Out(frame("thread.new", thread, null, null)));
            script.add(new Act.Out(frame("begin", thread, "1", null)));
        }
        int length = 10 + random.nextInt(60);
        for (int i = 0; i < length; i++) {
            String thread = random.nextBoolean() ? "a" : "b";
            String item = "i" + random.nextInt(items + 1);
            switch (random.nextInt(14)) {
                case 0, 1 -> script.add(new Act.Out(frame("open", thread, "1", "i" + ++items)));
                case 2, 3, 4 -> script.add(new Act.Out(frame("text", thread, "1", item, "text", "w" + i + " ")));
                case 5 -> script.add(new Act.Out(frame("close", thread, "1", item, "text", "whole " + item)));
                case 6 -> script.add(new Act.Out(request(requests++, "ask", thread, "1")));
                case 7 -> script.add(new Act.Out(request(requests++, "unheard.of", thread, "1")));
                case 8 -> script.add(new Act.In("{\"id\":" + random.nextInt(requests + 1) + ",\"result\":{}}"));
                case 9 -> script.add(new Act.Out(frame("text", thread, "1", item)));
                case 10 -> script.add(new Act.Drain());
                case 11 -> script.add(new Act.Lag(1 + random.nextInt(4)));
                case 12 -> script.add(new Act.HookFailure());
                case 13 -> script.add(
                        random.nextInt(4) == 0 ? new Act.Refusal() : new Act.Out(frame("noise", thread, null, null)));
            }
        }
        for (String thread : List.of("a", "b")) {
            script.add(new Act.Out(frame("end", thread, "1", null)));
        }
        return script;
    }

    /** What is wrong with a script, or null. */
    private static String problem(List<Act> script) {
        try {
            Stage faulty = play(script, true);
            Stage clean = play(script, false);
            if (script.stream().anyMatch(Act.Refusal.class::isInstance)) {
                // The user tries again, since nothing else does (decision D13); the first try may be the refused one.
                faulty.host.retry();
                faulty.host.retry();
                faulty.checked();
            }
            assertEquals(comparable(clean), comparable(faulty));
            return null;
        } catch (AssertionError | RuntimeException e) {
            return e.toString();
        }
    }

    private static Stage play(List<Act> script, boolean faults) {
        Stage stage = new Stage(Limits.STANDARD.with(Limit.BATCH, 5), 0);
        for (Act act : script) {
            switch (act) {
                case Act.Out(String line) -> stage.out(line);
                case Act.In(String line) -> stage.in(line);
                case Act.Drain drain -> stage.host.drain();
                case Act.Lag(int frames) -> {
                    if (faults) {
                        stage.host.lag(frames);
                    }
                }
                case Act.HookFailure failure -> {
                    if (faults) {
                        stage.host.failNextCall("plugin threw");
                    }
                }
                case Act.Refusal refusal -> {
                    if (faults) {
                        stage.host.refuseNextSubscription("not now");
                    }
                }
            }
        }
        return stage.over();
    }

    /** Maps without the warning, and without text that no later snapshot closes (architecture, section 7). */
    private static List<String> comparable(Stage stage) {
        List<String> entries = new ArrayList<>();
        ObjectNode maps = stage.host.maps().json();
        for (String list : List.of("threads", "turns", "items", "requests")) {
            maps.path(list).forEach(entry -> {
                ObjectNode copy = entry.deepCopy();
                if (copy.path("state").asText().equals("failed")) {
                    copy.remove(List.of("text", "textCut"));
                }
                entries.add(list + " " + copy);
            });
        }
        entries.sort(null);
        return entries;
    }

    private static List<Act> shrunk(List<Act> script) {
        List<Act> shortest = script;
        for (boolean again = true; again; ) {
            again = false;
            for (int i = PROLOGUE; i < shortest.size() - EPILOGUE; i++) {
                List<Act> without = new ArrayList<>(shortest);
                without.remove(i);
                if (problem(without) != null) {
                    shortest = without;
                    again = true;
                    break;
                }
            }
        }
        return shortest;
    }
}
