package dev.tapedeck.cli;

import dev.tapedeck.text.VisibleText;
import dev.tapedeck.torture.Failure;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What torture tells people: what broke and how to repeat it, then what was reached. */
final class TortureText {
    private TortureText() {}

    /** @param stored where the plan of each failure lies */
    static void print(PrintWriter out, TortureRun run, List<Path> stored) {
        for (int i = 0; i < stored.size(); i++) {
            Failure failure = run.failures().get(i);
            out.println(VisibleText.of(failure.file() + ": " + failure.sentence()));
            out.printf("  seed %d; to repeat: tapedeck replay --plan %s %s%n",
                    failure.seed(), VisibleText.of(stored.get(i).toString()),
                    VisibleText.of(failure.file().toString()));
        }
        run.coverage().counts().forEach((fault, outcomes) -> out.printf(
                "%-22s %s%n",
                fault,
                outcomes.entrySet().stream()
                        .map(outcome -> outcome.getKey() + " " + outcome.getValue())
                        .collect(Collectors.joining(", "))));
        run.excepted().forEach((each, plans) -> out.printf(
                Locale.ROOT, "%-25s %,d plans: %s%n", "except " + each.word(), plans, each.sentence()));
        TortureRun.Seeds seeds = run.seeds();
        out.printf(
                Locale.ROOT,
                "seeds %d to %d%s: %,d plans, %d broke an invariant, %.0f plans a second, "
                        + "%.0f %% equal to the clean run "
                        + "without exception%n",
                seeds.from(),
                seeds.from() + seeds.count() - 1,
                seeds.of() == 1 ? "" : " (shard " + seeds.shard() + "/" + seeds.of() + ")",
                run.plans(),
                run.failureCount(),
                run.plansPerSecond(),
                100 * run.unexcepted());
    }
}
