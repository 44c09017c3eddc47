package dev.tapedeck.junit;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.tapedeck.fixture.Fixture;
import dev.tapedeck.fixture.Fixtures;
import dev.tapedeck.golden.Comparison;
import dev.tapedeck.golden.Golden;
import dev.tapedeck.golden.GoldenCheck;
import dev.tapedeck.golden.GoldenName;
import dev.tapedeck.golden.GoldenRun;
import dev.tapedeck.golden.GoldenStore;
import dev.tapedeck.golden.View;
import dev.tapedeck.text.VisibleText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.AssertionFailedError;

/**
 * A folder of recordings, replayed and compared with what was approved: one container for each recording, in it one
 * test for each view.
 *
 * <p>What differs is left beside its golden as {@code .received}, as {@code tapedeck golden check} leaves it. It
 * becomes the approved one by {@code tapedeck golden approve}, or by running the tests once with the environment
 * variable {@value #APPROVE} set to the name of a scenario, of a folder of scenarios or of a golden, or to {@code all}.
 * Where {@code CI} is set nothing is approved, and a run that asks for it fails.
 */
public final class GoldenTests {
    /** Environment variable that names what a run approves. */
    public static final String APPROVE = "TAPEDECK_APPROVE";

    private final Fixtures fixtures;
    private final GoldenStore store;
    private final GoldenCheck check;
    private final String approve;

    private GoldenTests(Fixtures fixtures, GoldenStore store, String approve) {
        this.fixtures = fixtures;
        this.store = store;
        this.check = new GoldenCheck(fixtures, store, GoldenCheck.Comparing.SAME_RECORDINGS);
        this.approve = approve;
    }

    /**
     * Tests for a method with {@code @TestFactory}.
     *
     * @param recordings folder of recordings, one folder for each scenario
     * @param goldens folder of approved results; need not exist before the first approval
     * @throws IOException if there is no folder of recordings, or no recording in it: a test without tests passes
     */
    public static Stream<DynamicNode> of(Path recordings, Path goldens) throws IOException {
        Fixtures fixtures = Fixtures.in(recordings);
        if (fixtures.fixtures().isEmpty()) {
            throw new IOException(recordings + ": a recording expected, for instance codex/text/recording.ndjson, "
                    + "found none");
        }
        String ci = System.getenv("CI");
        boolean closed = ci != null && !ci.isEmpty() && !ci.equalsIgnoreCase("false");
        String approve = System.getenv(APPROVE);
        return new GoldenTests(fixtures, new GoldenStore(goldens, closed), approve == null ? "" : approve).tests();
    }

    private Stream<DynamicNode> tests() {
        Stream<DynamicNode> each = fixtures.fixtures().stream().map(this::recording);
        return Stream.concat(each, Stream.of(dynamicTest("every golden has a recording", this::nothingIsLeftOver)));
    }

    private DynamicContainer recording(Fixture fixture) {
        Replayed replayed = new Replayed(fixture);
        return dynamicContainer(
                fixture.scenario(),
                fixture.recording().toUri(),
                Arrays.stream(View.values()).map(view -> test(replayed, view)));
    }

    private DynamicTest test(Replayed replayed, View view) {
        return dynamicTest(view.word(), () -> {
            Assumptions.assumeTrue(
                    replayed.fixture.exemption().isEmpty(), () -> replayed.fixture.exemption().orElseThrow());
            verify(new GoldenName(replayed.fixture.scenario(), view), replayed.run());
        });
    }

    private void verify(GoldenName name, GoldenRun run) throws IOException {
        String failure = run.failures().get(name.scenario());
        if (failure != null) {
            throw new AssertionFailedError(name.scenario() + " could not be replayed: " + VisibleText.of(failure));
        }
        Comparison comparison = run.results().get(name);
        if (comparison != null && comparison.equal()) {
            return;
        }
        Golden golden = store.describe(name, run).orElseThrow();
        String received = golden.received();
        if (received == null) {
            throw new AssertionFailedError(name + ": the received result vanished while the tests ran");
        }
        if (means(name)) {
            store.approve(name, received, golden.approved());
        } else {
            throw different(name);
        }
    }

    private AssertionFailedError different(GoldenName name) throws IOException {
        byte[] received = store.received(name).orElse(new byte[0]);
        byte[] approved = store.approved(name).orElse(null);
        FirstDifference first = FirstDifference.of(approved == null ? new byte[0] : approved, received);
        String what = approved == null
                ? name + ": nothing was approved yet; the result begins"
                : name + ": line " + first.line() + " is not the approved one";
        String message = what
                + (approved == null ? "" : "\n  approved: " + first.approved())
                + "\n  received: " + first.received()
                + "\nto approve: tapedeck golden approve --golden " + store.root() + " " + name
                + "\n        or: run the tests once with " + APPROVE + "=" + name;
        return new AssertionFailedError(message, first.approved(), first.received());
    }

    private boolean means(GoldenName name) {
        String wanted = approve.endsWith("/") ? approve.substring(0, approve.length() - 1) : approve;
        String golden = name.toString();
        return wanted.equals("all") || golden.equals(wanted) || !wanted.isEmpty() && golden.startsWith(wanted + "/");
    }

    private void nothingIsLeftOver() throws IOException {
        List<String> scenarios = fixtures.fixtures().stream().map(Fixture::scenario).toList();
        String obsolete = store.names().stream()
                .filter(name -> !scenarios.contains(name.scenario()))
                .map(GoldenName::toString)
                .collect(Collectors.joining("\n  "));
        if (!obsolete.isEmpty()) {
            throw new AssertionFailedError("no recording gives these any more:\n  " + obsolete
                    + "\nto delete them: tapedeck golden obsolete --delete");
        }
        if (!fixtures.skipped().isEmpty()) {
            throw new AssertionFailedError("recordings that no test replays: " + fixtures.skipped());
        }
    }

    /** One replay for all views of a recording, made when the first of them is asked for. */
    private final class Replayed {
        private final Fixture fixture;
        private @Nullable GoldenRun run;

        Replayed(Fixture fixture) {
            this.fixture = fixture;
        }

        synchronized GoldenRun run() throws IOException {
            if (run == null) {
                run = check.run(fixture.scenario()::equals);
            }
            return run;
        }
    }
}
