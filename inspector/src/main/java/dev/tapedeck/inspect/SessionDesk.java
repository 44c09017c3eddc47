package dev.tapedeck.inspect;

import dev.tapedeck.filter.Filter;
import dev.tapedeck.filter.FilterProblem;
import dev.tapedeck.inspect.index.FrameProbe.Probe;
import dev.tapedeck.inspect.index.FrameSearch;
import dev.tapedeck.inspect.index.FrameTable;
import dev.tapedeck.inspect.index.Library;
import dev.tapedeck.inspect.index.Plan;
import dev.tapedeck.inspect.index.Recording;
import dev.tapedeck.inspect.index.Run;
import dev.tapedeck.inspect.index.Shelf.Lookup;
import dev.tapedeck.inspect.index.Story;
import dev.tapedeck.inspect.index.Survey;
import dev.tapedeck.inspect.index.Tape;
import dev.tapedeck.inspect.pages.BudgetsPage;
import dev.tapedeck.inspect.pages.FramePage;
import dev.tapedeck.inspect.pages.FramesPage;
import dev.tapedeck.inspect.pages.Page;
import dev.tapedeck.inspect.pages.Query;
import dev.tapedeck.inspect.pages.Route;
import dev.tapedeck.inspect.pages.RunsPage;
import dev.tapedeck.inspect.pages.SessionHead;
import dev.tapedeck.inspect.pages.StatePage;
import dev.tapedeck.inspect.pages.TimelinePage;
import dev.tapedeck.inspect.pages.TranscriptPage;
import dev.tapedeck.inspect.pages.Trouble;
import java.io.IOException;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes the pages of one recording. */
final class SessionDesk {
    private final Library library;
    private final Survey survey;
    private final GoldenDesk goldens;

    SessionDesk(Library library, Survey survey, GoldenDesk goldens) {
        this.library = library;
        this.survey = survey;
        this.goldens = goldens;
    }

    Page frames(String session, Query query) {
        Recording recording = recording(session);
        Plan plan = RunsPage.plan(query, "plan", Route.frames(session));
        if (plan.clean()) {
            return session(session, head -> frames(head, null, query));
        }
        RunDesk.requireRules(recording);
        return studied(recording, () -> survey.run(recording, plan), "Replaying this recording with faults.", run ->
                frames(new SessionHead(run.tape(), plan, pendingOf(recording)), run, query));
    }

    Page timeline(String session, Query query) {
        return story(session, (head, story) -> TimelinePage.of(head, story, query));
    }

    Page transcript(String session, Query query) {
        return story(session, (head, story) -> TranscriptPage.of(head, story, query));
    }

    Page budgets(String session, Query query) {
        return story(session, BudgetsPage::of);
    }

    Page state(String session, Query query) {
        Recording recording = recording(session);
        return session(session, head -> {
            StatePage.Asked asked = StatePage.asked(head, query);
            return studied(
                    recording,
                    () -> survey.snapshot(recording, asked.seq(), asked.base()),
                    "Replaying this recording up to frame " + asked.seq() + ".",
                    snapshot -> StatePage.of(head, snapshot, query));
        });
    }

    Page frame(String session, long seq, Query query) {
        Recording recording = recording(session);
        Optional<Optional<Probe>> probing = probe(recording, null, seq);
        if (probing.isEmpty()) {
            return FramesPage.busy(recording, "Replaying this recording up to frame " + seq + ".");
        }
        Probe probe = probing.get()
                .orElseThrow(() -> Trouble.notFound("frame", Route.frames(recording.id()), "Frames of this session"));
        FrameTable frames = survey.tape(recording) instanceof Lookup.Ready(Tape tape) ? tape.frames() : null;
        return FramePage.of(recording, frames, probe, query);
    }

    byte[] rawFrame(String session, long seq) {
        Recording recording = recording(session);
        return bytes(recording, seq)
                .orElseThrow(() -> Trouble.notFound("frame", Route.frames(recording.id()), "Frames of this session"));
    }

    /** A page of a session, once the recording was replayed. */
    private Page session(String session, Function<SessionHead, Page> page) {
        Recording recording = recording(session);
        return switch (survey.tape(recording)) {
            case Lookup.Busy(Tape soFar) when soFar.frames().size() == 0 -> FramesPage.busy(
                    recording, "Replaying this recording for the first time.");
            case Lookup.Busy(Tape soFar) -> page.apply(new SessionHead(soFar, Plan.CLEAN, pendingOf(recording)));
            case Lookup.Ready ready -> page.apply(new SessionHead(ready.tape(), Plan.CLEAN, pendingOf(recording)));
        };
    }

    private Page story(String session, BiFunction<SessionHead, Story, Page> page) {
        Recording recording = recording(session);
        return session(session, head -> studied(
                recording,
                () -> survey.story(recording),
                "Replaying this recording for its story.",
                story -> page.apply(head, story)));
    }

    /** Something that takes a replay of its own. */
    @FunctionalInterface
    private interface Study<T> {
        Optional<T> get() throws IOException;
    }

    /** A page of a study, or progress while it goes on. */
    private static <T> Page studied(Recording recording, Study<T> study, String busy, Function<T, Page> page) {
        try {
            return study.get().map(page).orElseGet(() -> FramesPage.busy(recording, busy));
        } catch (IOException e) {
            throw Trouble.gone();
        }
    }

    private Page frames(SessionHead head, @Nullable Run run, Query query) {
        Tape tape = head.tape();
        String text = FramesPage.filter(tape.recording(), query);
        Filter filter;
        FilterProblem problem = null;
        try {
            filter = Filter.parse(text);
        } catch (FilterProblem e) {
            filter = before(FramesPage.filterBefore(tape.recording(), query));
            problem = e;
        }
        FramesPage.Hits hits = hits(head, filter);
        Long selected = FramesPage.selection(head, hits, query);
        Optional<Optional<Probe>> probe = selected == null
                ? Optional.of(Optional.empty())
                : tape.frames().growing() ? Optional.empty() : probe(tape.recording(), run, selected);
        return FramesPage.of(head, hits, text, problem, probe, query);
    }

    /** The filter whose rows the visitor saw when he asked for one that cannot be read. */
    private static Filter before(String text) {
        try {
            return Filter.parse(text);
        } catch (FilterProblem e) {
            return Filter.ALL;
        }
    }

    private FramesPage.Hits hits(SessionHead head, Filter filter) {
        Tape tape = head.tape();
        try {
            FrameSearch.Result result = survey.search(tape, head.plan(), filter);
            return new FramesPage.Hits(result, filter.words(), filter.source());
        } catch (IOException e) {
            throw Trouble.gone();
        }
    }

    private long pendingOf(Recording recording) {
        return goldens.glance().of(recording.scenarioFolder()).size();
    }

    private Recording recording(String id) {
        return library.scan()
                .find(id)
                .orElseThrow(() -> Trouble.notFound("session", Route.sessions(), "All sessions"));
    }

    private Optional<Optional<Probe>> probe(Recording recording, @Nullable Run run, long seq) {
        try {
            return run == null ? survey.probe(recording, seq) : survey.probe(recording, run, seq);
        } catch (IOException e) {
            throw Trouble.gone();
        }
    }

    private Optional<byte[]> bytes(Recording recording, long seq) {
        try {
            return FrameSearch.bytes(survey, recording, seq);
        } catch (IOException e) {
            throw Trouble.gone();
        }
    }
}
