package dev.tapedeck.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.replay.Replay;
import dev.tapedeck.replay.ReplayListener;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A fork is compared with its origin field by field, so that a field that is added later cannot be left out. */
final class ForkTest {
    /** What belongs to a fork alone, what only lives while a step goes on, and what is only remembered to be fast. */
    private static final Set<String> ITS_OWN = Set.of(
            "Run.mapper", "Run.listener", "Run.trace", "Run.answers", "Epoch.run", "Fold.ignored", "Upkeep.seq",
            "Upkeep.message", "Upkeep.frame", "Upkeep.time", "Upkeep.out", "Upkeep.notes", "Touch.trace",
            "Claims.listed", "JsonRpcSession.kinds", "TypedSession.kinds");

    private int compared;

    @Test
    void a_fork_holds_what_its_origin_holds_and_shares_nothing_that_changes() throws IOException {
        List<Path> fixtures;
        try (Stream<Path> all = Files.walk(Path.of("..", "fixtures"))) {
            fixtures = all.filter(file -> file.endsWith("recording.ndjson")).sorted().toList();
        }
        for (Path file : fixtures) {
            Replay.of(file).batch(7).listener(new ReplayListener() {
                @Override
                public void stepped(HostView view) {
                    Host host = (Host) view;
                    if (host.atRest()) {
                        compare(host, host.fork(host.run().mapper, History.NONE, new HostListener() {}, false), file);
                    }
                }
            }).run();
        }
        assertTrue(compared > 2000, "steps: " + compared);
    }

    @Test
    void a_host_that_is_not_at_rest_cannot_be_forked() throws IOException {
        Path file = Path.of("..", "fixtures", "codex", "approve-command", "recording.ndjson");
        Replay.of(file).batch(3).listener(new ReplayListener() {
            @Override
            public void stepped(HostView view) {
                Host host = (Host) view;
                host.failNextCall("later");
                assertThrows(
                        IllegalStateException.class,
                        () -> host.fork(host.run().mapper, History.NONE, new HostListener() {}, false));
                host.drain();
            }
        }).until(3).run();
    }

    private void compare(Host host, Host fork, Path file) {
        Map<Object, Object> pairs = new IdentityHashMap<>();
        same(host.run(), fork.run(), file + " at " + host.arrivedSeq() + ": Run", pairs);
        compared++;
    }

    private static void same(Object one, Object other, String where, Map<Object, Object> pairs) {
        if (one == null || other == null) {
            assertEquals(one, other, where);
            return;
        }
        if (pairs.put(one, other) == other) {
            return;
        }
        switch (one) {
            case Map<?, ?> map -> {
                Map<?, ?> its = (Map<?, ?>) other;
                assertEquals(map.keySet(), its.keySet(), where);
                map.forEach((key, value) -> same(value, its.get(key), where + "[" + key + "]", pairs));
                if (map instanceof LinkedHashMap) {
                    assertEquals(List.copyOf(map.keySet()), List.copyOf(its.keySet()), where + ": order");
                }
            }
            case Collection<?> values -> all(values, (Collection<?>) other, where, pairs);
            case StringBuilder text -> assertEquals(text.toString(), other.toString(), where);
            default -> {
                if (changes(one.getClass())) {
                    assertNotSame(one, other, where);
                    fields(one, other, where, pairs);
                } else {
                    assertEquals(one, other, where);
                }
            }
        }
    }

    private static void all(Collection<?> ones, Collection<?> others, String where, Map<Object, Object> pairs) {
        assertEquals(ones.size(), others.size(), where);
        List<?> in = new ArrayList<>(others);
        int i = 0;
        for (Object one : ones) {
            same(one, in.get(i), where + "[" + i + "]", pairs);
            i++;
        }
    }

    /** Classes of the host, and readers of a dialect, are changed as it goes on; everything else is a value. */
    private static boolean changes(Class<?> type) {
        boolean ours = type.getPackageName().equals("dev.tapedeck.host") || type.getSimpleName().endsWith("Session");
        return ours && !type.isRecord() && !type.isEnum() && !type.isSynthetic() && !type.isHidden()
                && type != Limits.class;
    }

    private static void fields(Object one, Object other, String where, Map<Object, Object> pairs) {
        for (Field field : one.getClass().getDeclaredFields()) {
            String name = one.getClass().getSimpleName() + "." + field.getName();
            if (Modifier.isStatic(field.getModifiers()) || field.isSynthetic() || ITS_OWN.contains(name)) {
                continue;
            }
            field.setAccessible(true);
            try {
                same(field.get(one), field.get(other), where + "." + field.getName(), pairs);
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }
    }
}
