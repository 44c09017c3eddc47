package dev.tapedeck.inspect;

import dev.tapedeck.inspect.index.Library.Scan;
import dev.tapedeck.inspect.index.Plan;
import dev.tapedeck.inspect.index.Recording;
import dev.tapedeck.inspect.index.Shelf.Lookup;
import dev.tapedeck.inspect.index.StoredRun;
import dev.tapedeck.inspect.index.StoredRuns;
import dev.tapedeck.inspect.index.StoredRuns.Listing;
import dev.tapedeck.inspect.index.Survey;
import dev.tapedeck.inspect.index.Survey.Findings;
import dev.tapedeck.inspect.pages.ComparePage;
import dev.tapedeck.inspect.pages.FramesPage;
import dev.tapedeck.inspect.pages.Page;
import dev.tapedeck.inspect.pages.Query;
import dev.tapedeck.inspect.pages.Route;
import dev.tapedeck.inspect.pages.RunPage;
import dev.tapedeck.inspect.pages.RunsPage;
import dev.tapedeck.inspect.pages.Trouble;
import dev.tapedeck.wire.RuleBooks;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Makes the pages of replays under fault plans. */
final class RunDesk {
    private static final String BUSY = "Replaying this recording with faults.";

    private static final Duration MOMENT = Duration.ofMillis(100);

    private final Survey survey;
    private final StoredRuns stored;

    RunDesk(Survey survey, StoredRuns stored) {
        this.survey = survey;
        this.stored = stored;
    }

    /** The runs that have addresses; once all is replayed, a few without a result are made in a moment. */
    Listing glance(Findings findings) {
        return findings.complete() ? stored.listing(findings.scan(), MOMENT) : stored.glance(findings.scan());
    }

    /** The list of runs, or the run that the address spells out. */
    Page runs(Query query) {
        Findings findings = survey.findings();
        Plan plan = RunsPage.plan(query, "plan", Route.runs());
        String session = RunsPage.session(query);
        return session.isEmpty()
                ? RunsPage.of(findings, stored.listing(findings.scan()), plan)
                : page(findings, recording(findings.scan(), session), plan, null);
    }

    /** A run that is kept. */
    Page run(String id) {
        Findings findings = survey.findings();
        StoredRun run = stored.glance(findings.scan())
                .find(id)
                .orElseThrow(() -> new Trouble(
                        404,
                        "This run is not kept",
                        "Its recording or its plan is gone, or somebody made it by hand: such runs are kept until the"
                                + " inspector stops, the latest " + StoredRuns.MAX_MADE + " of them. A plan that lies"
                                + " beside its recording as faults/NAME.json keeps its address.",
                        Route.runs(),
                        "All runs"));
        return page(findings, run.recording(), run.plan(), run.file());
    }

    private Page page(Findings findings, Recording recording, Plan plan, @Nullable String file) {
        requireRules(recording);
        return switch (survey.tape(recording)) {
            case Lookup.Busy busy -> FramesPage.busy(recording, BUSY);
            case Lookup.Ready(var clean) -> {
                try {
                    yield survey.run(recording, plan)
                            .map(run -> {
                                stored.keep(recording, run);
                                Listing kept = stored.glance(findings.scan());
                                return RunPage.of(findings, clean, run, kept, file);
                            })
                            .orElseGet(() -> FramesPage.busy(recording, BUSY));
                } catch (IOException e) {
                    throw Trouble.gone();
                }
            }
        };
    }

    /** Two runs side by side. */
    Page compare(Query query) {
        Recording recording = recording(survey.findings().scan(), RunsPage.session(query));
        requireRules(recording);
        Plan one = RunsPage.plan(query, "a", Route.runs().with("s", recording.id()));
        Plan other = RunsPage.plan(query, "b", Route.runs().with("s", recording.id()));
        try {
            return survey.compare(recording, one, other)
                    .map(comparison -> ComparePage.of(recording, comparison))
                    .orElseGet(() -> FramesPage.busy(recording, "Replaying this recording twice."));
        } catch (IOException e) {
            throw Trouble.gone();
        }
    }

    static void requireRules(Recording recording) {
        if (RuleBooks.of(recording.header().wire()).isEmpty()) {
            throw new Trouble(
                    422,
                    "No rules for this wire",
                    "A run needs a rule book, and " + recording.header().wire() + " has none.",
                    Route.frames(recording.id()),
                    "Frames of this session");
        }
    }

    private static Recording recording(Scan scan, String id) {
        return scan.find(id).orElseThrow(() -> Trouble.notFound("session", Route.sessions(), "All sessions"));
    }
}
