package dev.tapedeck.cli;

import dev.tapedeck.invariant.Excepted;
import dev.tapedeck.torture.Coverage;
import dev.tapedeck.torture.Failure;
import dev.tapedeck.torture.Torture;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Runs seeds on several threads, as far as time allows, and gathers what they came to. */
final class TortureRun {
    /** Failures after which it stops; more of them say nothing new. */
    private static final int MOST_FAILURES = 10;

    /** Seeds of one shard: every {@code of}-th of {@code count}, beginning with the one numbered {@code shard}. */
    record Seeds(long from, long count, int shard, int of) {
        long seed(long index) {
            return from + shard - 1 + index * of;
        }

        long size() {
            return (count - shard + of) / of;
        }
    }

    private final Seeds seeds;
    private final int jobs;
    private final @Nullable Duration limit;
    private final AtomicLong next = new AtomicLong();
    private final Coverage coverage = new Coverage();
    private final List<Failure> failures = new ArrayList<>();
    private final long started = System.nanoTime();
    private final Map<Excepted, Long> excepted = new EnumMap<>(Excepted.class);
    private long plans;
    private long compared;
    private long unexcepted;
    private long failed;
    private long nanos;

    TortureRun(Seeds seeds, int jobs, @Nullable Duration limit) {
        this.seeds = seeds;
        this.jobs = jobs;
        this.limit = limit;
    }

    void run(Torture torture, PrintWriter err) throws InterruptedException {
        try (Progress progress = Progress.onTerminal(err, "torturing", "plans", 16)) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < jobs; i++) {
                threads.add(Thread.ofPlatform().name("torture-" + i).start(() -> work(torture, progress)));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        nanos = System.nanoTime() - started;
    }

    private void work(Torture torture, Progress progress) {
        for (long index = next.getAndIncrement(); index < seeds.size() && !over(); index = next.getAndIncrement()) {
            Torture.Result result = torture.run(seeds.seed(index));
            synchronized (this) {
                take(result);
                progress.step();
            }
        }
    }

    private synchronized boolean over() {
        return failures.size() >= MOST_FAILURES
                || limit != null && System.nanoTime() - started > limit.toNanos();
    }

    private void take(Torture.Result result) {
        plans++;
        result.report().ifPresent(report -> {
            coverage.add(result.plan().faults(), report);
            compared++;
            unexcepted += report.excepted().isEmpty() ? 1 : 0;
            report.excepted().forEach(each -> excepted.merge(each, 1L, Long::sum));
        });
        result.failure().ifPresent(failure -> {
            failed++;
            failures.add(failure);
        });
    }

    Seeds seeds() {
        return seeds;
    }

    long plans() {
        return plans;
    }

    /** Plans that broke something; the run stops soon after the first few. */
    long failureCount() {
        return failed;
    }

    List<Failure> failures() {
        return failures;
    }

    Coverage coverage() {
        return coverage;
    }

    /** Share of the plans whose maps were compared with the clean run's without any exception, from 0 to 1. */
    double unexcepted() {
        return compared == 0 ? 0 : (double) unexcepted / compared;
    }

    /** By how many plans each exception was needed. */
    Map<Excepted, Long> excepted() {
        return excepted;
    }

    double plansPerSecond() {
        return nanos == 0 ? 0 : plans * 1e9 / nanos;
    }
}
