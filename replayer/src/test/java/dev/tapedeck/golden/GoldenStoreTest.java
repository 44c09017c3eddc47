package dev.tapedeck.golden;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.fixture.Fixture;
import dev.tapedeck.hash.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GoldenStoreTest {
    private static final GoldenName NAME = new GoldenName("codex/plain-text", View.CANONICAL);
    private static final Provenance OLD = new Provenance("r1", "m1", null);
    private static final Provenance NEW = new Provenance("r1", "m2", "h1");

    @TempDir
    Path root;

    private GoldenStore store;

    @BeforeEach
    void open() {
        store = new GoldenStore(root, false);
    }

    @Test
    void a_result_nobody_approved_waits_as_new() throws IOException {
        receive("a\n", OLD);
        assertEquals(GoldenState.NEW, only(null).state());
        assertArrayEquals(bytes("a\n"), store.received(NAME).orElseThrow());
    }

    @Test
    void approving_moves_the_bytes_and_where_they_come_from() throws IOException {
        approve("a\n", OLD);
        assertArrayEquals(bytes("a\n"), store.approved(NAME).orElseThrow());
        assertEquals(Optional.of(OLD), store.approvedFrom(NAME));
        assertEquals(List.of("canonical.approved.ndjson", "golden-meta.json"), files());
    }

    @Test
    void an_equal_result_leaves_nothing_behind() throws IOException {
        approve("a\n", OLD);
        receive("b\n", NEW);
        assertEquals(GoldenState.CHANGED, only(null).state());
        receive("a\n", NEW);
        assertEquals(List.of("canonical.approved.ndjson", "golden-meta.json"), files());
    }

    @Test
    void an_approval_of_something_that_changed_meanwhile_is_refused_and_writes_nothing() throws IOException {
        approve("a\n", OLD);
        receive("b\n", NEW);
        Map<String, String> before = tree();
        assertThrows(GoldenConflict.class, () -> store.approve(NAME, sha("other\n"), sha("a\n")));
        assertThrows(GoldenConflict.class, () -> store.approve(NAME, sha("b\n"), sha("other\n")));
        assertThrows(GoldenConflict.class, () -> store.approve(NAME, sha("b\n"), null));
        assertThrows(GoldenConflict.class, () -> store.discard(NAME, sha("other\n")));
        assertEquals(before, tree());
    }

    @Test
    void an_approval_can_be_undone_once_and_only_while_nothing_else_changed() throws IOException {
        approve("a\n", OLD);
        receive("b\n", NEW);
        Map<String, String> before = tree();
        Undo undo = store.approve(NAME, sha("b\n"), sha("a\n"));
        store.undo(undo);
        assertEquals(before, tree());
        assertThrows(GoldenConflict.class, () -> store.undo(undo));
    }

    @Test
    void undoing_a_first_approval_leaves_nothing_approved() throws IOException {
        receive("a\n", OLD);
        Map<String, String> before = tree();
        store.undo(store.approve(NAME, sha("a\n"), null));
        assertEquals(before, tree());
    }

    @Test
    void a_discarded_result_can_be_taken_back() throws IOException {
        receive("a\n", OLD);
        Map<String, String> before = tree();
        Undo undo = store.discard(NAME, sha("a\n"));
        assertEquals(Map.of(), tree());
        store.undo(undo);
        assertEquals(before, tree());
    }

    @Test
    void a_read_only_store_still_receives_but_never_approves() throws IOException {
        GoldenStore readOnly = new GoldenStore(root, true);
        readOnly.receive(NAME, bytes("a\n"), OLD, null);
        Map<String, String> before = tree();
        assertThrows(ReadOnlyGoldens.class, () -> readOnly.approve(NAME, sha("a\n"), null));
        assertThrows(ReadOnlyGoldens.class, () -> readOnly.discard(NAME, sha("a\n")));
        assertEquals(before, tree());
    }

    @Test
    void C47_only_a_complete_run_makes_a_golden_obsolete() throws IOException {
        approve("a\n", OLD);
        assertEquals(GoldenState.UNCHECKED, only(null).state());
        assertEquals(GoldenState.UNCHECKED, only(run(false)).state());
        assertEquals(GoldenState.OBSOLETE, only(run(true)).state());
        GoldenRun looked = new GoldenRun(
                true,
                new TreeMap<>(Map.of(NAME, new Comparison(true, List.of("forgiven")))),
                new TreeMap<>(),
                new TreeMap<>());
        assertEquals(GoldenState.PASSING, only(looked).state());
        assertEquals(List.of("forgiven"), only(looked).forgiven());
    }

    @Test
    void links_are_neither_read_nor_written() throws IOException {
        Path outside = Files.createDirectory(root.resolve("outside"));
        Files.writeString(outside.resolve("secret"), "secret");
        Path folder = Files.createDirectories(root.resolve("golden/codex/plain-text"));
        GoldenStore inner = new GoldenStore(root.resolve("golden"), false);
        Files.createSymbolicLink(folder.resolve("canonical.approved.ndjson"), outside.resolve("secret"));
        assertThrows(IOException.class, () -> inner.approved(NAME));

        Files.createSymbolicLink(root.resolve("golden/linked"), outside);
        GoldenName linked = new GoldenName("linked/deeper", View.MAPS);
        assertThrows(IOException.class, () -> inner.receive(linked, bytes("x"), OLD, null));
        assertEquals(List.of("secret"), names(outside));
    }

    @Test
    void C51_a_name_that_leaves_the_folder_is_no_name() {
        for (String scenario : List.of("..", "../x", "a/../b", "/etc", "a//b", "", "a/", ".hidden", "a\\b", "a\0b")) {
            assertFalse(Fixture.isName(scenario), scenario);
        }
        assertEquals(NAME, GoldenName.parse("codex/plain-text/canonical"));
        assertThrows(IllegalArgumentException.class, () -> GoldenName.parse("codex/plain-text/other"));
        assertThrows(IllegalArgumentException.class, () -> GoldenName.parse("canonical"));
    }

    @Test
    void a_golden_beyond_the_limit_is_refused_by_size() throws IOException {
        Files.createDirectories(root.resolve("codex/plain-text"));
        Files.write(root.resolve("codex/plain-text/canonical.approved.ndjson"), new byte[GoldenStore.MAX_BYTES + 1]);
        IOException refused = assertThrows(IOException.class, () -> store.approved(NAME));
        assertTrue(refused.getMessage().contains("16777217"), refused.getMessage());
    }

    private void receive(String text, Provenance from) throws IOException {
        byte[] approved = store.approved(NAME).orElse(null);
        store.receive(NAME, bytes(text), from, approved == null ? null : Comparison.ofJson(approved, bytes(text)));
    }

    private void approve(String text, Provenance from) throws IOException {
        String before = store.approved(NAME).map(Sha256::hex).orElse(null);
        receive(text, from);
        store.approve(NAME, sha(text), before);
    }

    private Golden only(GoldenRun run) throws IOException {
        List<Golden> goldens = store.list(run);
        assertEquals(1, goldens.size());
        return goldens.getFirst();
    }

    private static GoldenRun run(boolean complete) {
        return new GoldenRun(complete, new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
    }

    private List<String> files() throws IOException {
        return List.copyOf(tree().keySet()).stream().map(f -> f.substring(f.lastIndexOf('/') + 1)).sorted().toList();
    }

    private Map<String, String> tree() throws IOException {
        Map<String, String> tree = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(root)) {
            for (Path file : walk.filter(Files::isRegularFile).toList()) {
                tree.put(root.relativize(file).toString(), Files.readString(file));
            }
        }
        return tree;
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static String sha(String text) {
        return Sha256.hex(bytes(text));
    }
}
