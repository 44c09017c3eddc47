package dev.tapedeck.golden;

import dev.tapedeck.fixture.Fixture;
import dev.tapedeck.fixture.Fixtures;
import dev.tapedeck.hash.Sha256;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.text.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Replays fixtures and compares what comes out with what was approved. */
public final class GoldenCheck {
    private final Fixtures fixtures;
    private final GoldenStore store;
    private final Comparing comparing;
    private boolean noting;

    /** What two results may differ in. */
    public enum Comparing {
        /** The fixtures are the recordings that the goldens were made from: nothing. */
        SAME_RECORDINGS,
        /** The fixtures were recorded again: in scenarios that say so, the order of concurrent identities. */
        RE_RECORDED
    }

    public GoldenCheck(Fixtures fixtures, GoldenStore store, Comparing comparing) {
        this.fixtures = fixtures;
        this.store = store;
        this.comparing = comparing;
    }

    /**
     * Lets every result that is equal be noted as made of these recordings and this code, whatever it was approved
     * from: what changes later is then told from now.
     */
    public GoldenCheck noting() {
        noting = true;
        return this;
    }

    /** Checks every fixture; what differs is left beside its golden as a received file. */
    public GoldenRun run() throws IOException {
        return run(scenario -> true, comparing == Comparing.SAME_RECORDINGS);
    }

    /**
     * Checks the fixtures whose scenario is wanted. Such a run is never complete, and neither is one over recordings
     * made again, since both say nothing about the other scenarios.
     */
    public GoldenRun run(Predicate<String> wanted) throws IOException {
        return run(wanted, false);
    }

    private GoldenRun run(Predicate<String> wanted, boolean everything) throws IOException {
        SortedMap<GoldenName, Comparison> results = new TreeMap<>();
        SortedMap<String, Map<Disposition, Long>> dispositions = new TreeMap<>();
        SortedMap<String, String> failures = new TreeMap<>(fixtures.skipped());
        for (Fixture fixture : fixtures.fixtures()) {
            if (!wanted.test(fixture.scenario())) {
                continue;
            }
            try {
                dispositions.put(fixture.scenario(), check(fixture, results));
            } catch (IOException e) {
                failures.put(fixture.scenario(), Reason.of(e));
            }
        }
        boolean complete = everything && failures.isEmpty() && !results.isEmpty();
        return new GoldenRun(complete, results, dispositions, failures);
    }

    private Map<Disposition, Long> check(Fixture fixture, SortedMap<GoldenName, Comparison> results)
            throws IOException {
        Rendering rendering = Rendering.of(fixture.recording());
        Map<View, byte[]> views = rendering.views();
        Provenance from = new Provenance(
                Sha256.hex(Files.readAllBytes(fixture.recording())), MapperCode.mapper(), MapperCode.reducer());
        boolean anyOrder = comparing == Comparing.RE_RECORDED && fixture.concurrent();
        for (Map.Entry<View, byte[]> view : views.entrySet()) {
            GoldenName name = new GoldenName(fixture.scenario(), view.getKey());
            byte[] approved = store.approved(name).orElse(null);
            Comparison comparison = approved == null ? null : Comparison.ofJson(approved, view.getValue());
            if (approved != null && !comparison.equal() && anyOrder) {
                comparison = compareInAnyOrder(name, approved, views);
            }
            store.receive(name, view.getValue(), from, comparison);
            if (noting && comparison != null && comparison.equal()) {
                store.note(name, from);
            }
            results.put(name, comparison == null ? Comparison.DIFFERENT : comparison);
        }
        return rendering.report().dispositions();
    }

    private Comparison compareInAnyOrder(GoldenName name, byte[] approved, Map<View, byte[]> views)
            throws IOException {
        byte[] received = views.get(name.view());
        boolean equal =
                switch (name.view()) {
                    case CANONICAL, RUNTIME, AMALGM ->
                        Arrays.equals(ConcurrentOrder.of(approved), ConcurrentOrder.of(received));
                    case MAPS -> {
                        Optional<byte[]> events = store.approved(new GoldenName(name.scenario(), View.RUNTIME));
                        yield events.isPresent()
                                && Arrays.equals(
                                        ConcurrentOrder.ofMaps(approved, events.get()),
                                        ConcurrentOrder.ofMaps(received, views.get(View.RUNTIME)));
                    }
                    case DISPOSITIONS -> false;
                };
        return equal
                ? new Comparison(true, List.of("concurrent identities came in another order"))
                : Comparison.DIFFERENT;
    }
}
