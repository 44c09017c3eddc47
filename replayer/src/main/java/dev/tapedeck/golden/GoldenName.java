package dev.tapedeck.golden;

import dev.tapedeck.fixture.Fixture;
import java.util.Comparator;

/**
 * Which golden: a scenario and a view of it, written {@code codex/approve-command/canonical}.
 *
 * @param scenario folder of the fixture below the fixture folder, with {@code /} between its parts; comes from the
 *     file system, never from what a recording says of itself
 */
public record GoldenName(String scenario, View view) implements Comparable<GoldenName> {
    /** @throws IllegalArgumentException if the scenario could name anything but a folder below the golden folder */
    public GoldenName {
        if (!Fixture.isName(scenario)) {
            throw new IllegalArgumentException(
                    "scenario: expected parts of A-Z a-z 0-9 . _ - with / between them, found " + scenario);
        }
    }

    /**
     * The golden of that written name.
     *
     * @throws IllegalArgumentException if it is no such name
     */
    public static GoldenName parse(String name) {
        int slash = name.lastIndexOf('/');
        View view = View.of(name.substring(slash + 1))
                .orElseThrow(() -> new IllegalArgumentException(
                        "golden: expected SCENARIO/VIEW, for instance codex/plain-text/canonical, found " + name));
        return new GoldenName(name.substring(0, Math.max(slash, 0)), view);
    }

    @Override
    public int compareTo(GoldenName other) {
        return Comparator.comparing(GoldenName::scenario)
                .thenComparing(GoldenName::view)
                .compare(this, other);
    }

    @Override
    public String toString() {
        return scenario + "/" + view.word();
    }
}
