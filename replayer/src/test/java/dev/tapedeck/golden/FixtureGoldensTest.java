package dev.tapedeck.golden;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.tapedeck.fixture.Fixture;
import dev.tapedeck.fixture.Fixtures;
import dev.tapedeck.matrix.MatrixReport;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.approvaltests.Approvals;
import org.approvaltests.approvers.FileApprover;
import org.approvaltests.core.ApprovalWriter;
import org.approvaltests.core.Options;
import org.approvaltests.core.VerifyResult;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every fixture gives what was approved. What differs is left beside its golden; {@code ./tapedeck golden diff} shows
 * it and {@code ./tapedeck golden approve} accepts it.
 */
class FixtureGoldensTest {
    private static final Path PROJECT = Path.of("").toAbsolutePath().getParent();
    private static final Path GOLDEN = PROJECT.resolve("golden");

    private final Fixtures fixtures = fixtures();

    @TestFactory
    Stream<DynamicContainer> every_fixture_gives_what_was_approved() {
        assertFalse(fixtures.fixtures().isEmpty());
        return fixtures.fixtures().stream()
                .filter(fixture -> fixture.exemption().isEmpty())
                .map(this::views);
    }

    @Test
    void every_golden_has_a_fixture() throws IOException {
        Set<String> scenarios = new TreeSet<>();
        fixtures.fixtures().forEach(fixture -> scenarios.add(fixture.scenario()));
        List<GoldenName> obsolete = new GoldenStore(GOLDEN, true)
                .names().stream().filter(name -> !scenarios.contains(name.scenario())).toList();
        assertEquals(List.of(), obsolete);
        assertEquals(Map.of(), fixtures.skipped());
    }

    @Test
    void the_matrix_is_what_was_approved() throws IOException {
        MatrixReport report = MatrixReport.of(fixtures, null);
        assertEquals(Map.of(), report.failures());
        verify(GOLDEN, "matrix", "md", report.markdown("../fixtures").getBytes(StandardCharsets.UTF_8));
    }

    private DynamicContainer views(Fixture fixture) {
        return DynamicContainer.dynamicContainer(fixture.scenario(), Stream.of(fixture).flatMap(each -> {
            Map<View, byte[]> views = views(each.recording());
            return Stream.of(View.values())
                    .map(view -> DynamicTest.dynamicTest(view.word(), () -> {
                        Path folder = GOLDEN.resolve(fixture.scenario());
                        verify(folder.resolve(view.receivedFile()), folder.resolve(view.approvedFile()),
                                views.get(view));
                    }));
        }));
    }

    private static Map<View, byte[]> views(Path recording) {
        try {
            return Rendering.of(recording).views();
        } catch (IOException e) {
            throw new AssertionError(e.getMessage(), e);
        }
    }

    private static void verify(Path folder, String name, String extension, byte[] bytes) {
        verify(folder.resolve(name + ".received." + extension), folder.resolve(name + "." + extension), bytes);
    }

    /** The library writes, reports and cleans up; the comparison is ours, since its own forgives bad UTF-8. */
    private static void verify(Path received, Path approved, byte[] bytes) {
        ApprovalWriter writer = new ApprovalWriter() {
            @Override
            public File writeReceivedFile(File file) {
                try {
                    Files.createDirectories(file.toPath().getParent());
                    Files.write(file.toPath(), bytes);
                    return file;
                } catch (IOException e) {
                    throw new AssertionError(e.getMessage(), e);
                }
            }

            @Override
            public String getFileExtensionWithDot() {
                String name = received.getFileName().toString();
                return name.substring(name.lastIndexOf('.'));
            }
        };
        Approvals.verify(
                new FileApprover(received.toFile(), approved.toFile(), writer, FixtureGoldensTest::compare),
                new Options(FixtureGoldensTest::report));
    }

    private static boolean report(String received, String approved) {
        System.out.println(approved.endsWith("matrix.md")
                ? "the matrix changed: ./tapedeck matrix --markdown --links ../fixtures > golden/matrix.md"
                : received + " differs: ./tapedeck golden diff, then ./tapedeck golden approve NAME");
        return true;
    }

    private static VerifyResult compare(File received, File approved) {
        if (!approved.isFile()) {
            return VerifyResult.FAILURE;
        }
        try {
            byte[] before = Files.readAllBytes(approved.toPath());
            byte[] now = Files.readAllBytes(received.toPath());
            Comparison comparison = approved.getName().endsWith(".md")
                    ? Comparison.ofText(before, now)
                    : Comparison.ofJson(before, now);
            comparison.forgiven().forEach(sentence -> System.out.println(approved + ": " + sentence));
            return VerifyResult.from(comparison.equal());
        } catch (IOException e) {
            throw new AssertionError(e.getMessage(), e);
        }
    }

    private static Fixtures fixtures() {
        try {
            return Fixtures.in(PROJECT.resolve("fixtures"));
        } catch (IOException e) {
            throw new AssertionError(e.getMessage(), e);
        }
    }
}
