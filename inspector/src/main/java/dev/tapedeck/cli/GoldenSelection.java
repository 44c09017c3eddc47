package dev.tapedeck.cli;

import dev.tapedeck.golden.GoldenName;
import java.util.List;

/**
 * Which goldens a command line means: {@code codex/text/canonical} one, {@code codex/text} a scenario's, {@code codex}
 * all in a folder. None named means all.
 */
record GoldenSelection(List<String> names) {
    GoldenSelection {
        names = names.stream().map(name -> name.endsWith("/") ? name.substring(0, name.length() - 1) : name).toList();
    }

    boolean has(GoldenName golden) {
        return names.isEmpty() || names.stream().anyMatch(name -> within(golden.toString(), name));
    }

    /** Whether any golden of the scenario may be meant. */
    boolean hasScenario(String scenario) {
        return names.isEmpty() || names.stream().anyMatch(name -> within(scenario, name) || within(name, scenario));
    }

    private static boolean within(String path, String folder) {
        return path.equals(folder) || path.startsWith(folder + "/");
    }
}
