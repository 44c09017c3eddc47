package dev.tapedeck.wire.codexeventmsg;

import static dev.tapedeck.canonical.EventType.ACCOUNT_RATE_LIMITS_UPDATED;
import static dev.tapedeck.canonical.EventType.SESSION_CONFIGURED;
import static dev.tapedeck.canonical.EventType.THREAD_METADATA_UPDATED;
import static dev.tapedeck.canonical.EventType.THREAD_STARTED;
import static dev.tapedeck.canonical.EventType.THREAD_STATE_CHANGED;
import static dev.tapedeck.canonical.EventType.THREAD_TOKEN_USAGE_UPDATED;
import static dev.tapedeck.rules.Concept.COMPACTION;
import static dev.tapedeck.rules.Concept.OTHER;
import static dev.tapedeck.rules.Concept.SESSION;
import static dev.tapedeck.rules.Concept.USAGE;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.SessionFacts;
import dev.tapedeck.canonical.SessionPayload.SessionConfigured;
import dev.tapedeck.canonical.TelemetryPayload.AccountRateLimitsUpdated;
import dev.tapedeck.canonical.ThreadPayload.ThreadMetadataUpdated;
import dev.tapedeck.canonical.ThreadPayload.ThreadStarted;
import dev.tapedeck.canonical.ThreadPayload.ThreadStateChanged;
import dev.tapedeck.canonical.ThreadPayload.ThreadTokenUsageUpdated;
import dev.tapedeck.canonical.ThreadState;
import dev.tapedeck.canonical.UsageFigures;
import dev.tapedeck.canonical.UsageScope;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.rules.TokenCounts;
import dev.tapedeck.rules.TurnTokens;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Session and thread: their beginning, settings, name, usage and compaction. */
final class EventSession {
    private static final List<String> COUNTERS = List.of(
            "input_tokens",
            "cached_input_tokens",
            "cache_write_input_tokens",
            "output_tokens",
            "reasoning_output_tokens",
            "total_tokens");

    private EventSession() {}

    static void rules(RuleBook.Builder book) {
        book.resumes(Session::resume)
                .resumes(TurnTokens::resume)
                .map("session_configured", SESSION, Set.of(THREAD_STARTED, SESSION_CONFIGURED),
                        EventSession::configured)
                .map("thread_settings_applied", SESSION, THREAD_METADATA_UPDATED, EventSession::settings)
                .map("thread_name_updated", OTHER, THREAD_METADATA_UPDATED, EventSession::named)
                .map("token_count", USAGE, Set.of(THREAD_TOKEN_USAGE_UPDATED, ACCOUNT_RATE_LIMITS_UPDATED),
                        EventSession::tokens)
                .gap("no cost is told")
                .map("context_compacted", COMPACTION, THREAD_STATE_CHANGED, EventSession::compacted)
                .gap("token counts around a compaction are not told")
                .map("thread_rolled_back", OTHER, THREAD_STATE_CHANGED, EventSession::rolledBack)
                .gap("the turns that were taken back stay in the host's maps")
                .drop("shutdown_complete", "the program is about to end, which its end tells")
                .drop("thread_goal_updated", "the vendor's goal window; no host state depends on it");
    }

    private static void configured(FrameView frame, Emitter out) {
        Session session = new Session(frame, out);
        String thread = frame.optionalText("/thread_id");
        thread = thread == null ? frame.text("/session_id") : thread;
        session.begins(thread);
        SessionFacts facts = SessionFacts.of(frame.optionalText("/cwd"), frame.optionalText("/model"));
        session.emit(new SessionConfigured(frame.node(""), facts));
        session.emit(new ThreadStarted(thread, null, null, facts));
    }

    private static void settings(FrameView frame, Emitter out) {
        JsonNode settings = frame.node("/thread_settings");
        SessionFacts facts = SessionFacts.of(settings.path("cwd").textValue(), settings.path("model").textValue());
        new Session(frame, out).emit(new ThreadMetadataUpdated(null, null, null, settings, facts));
    }

    private static void named(FrameView frame, Emitter out) {
        String name = frame.optionalText("/thread_name");
        new Session(frame, out).emit(new ThreadMetadataUpdated(name, null, null, null));
    }

    /** Before the first answer only the limits are told. */
    private static void tokens(FrameView frame, Emitter out) {
        Session session = new Session(frame, out);
        JsonNode limits = frame.optionalNode("/rate_limits");
        if (frame.optionalNode("/info") != null) {
            usage(frame, session);
        }
        if (limits != null) {
            session.emit(new AccountRateLimitsUpdated(limits));
        }
    }

    private static void usage(FrameView frame, Session session) {
        TokenCounts total = TokenCounts.read(frame, "/info/total_token_usage", COUNTERS);
        TokenCounts last = TokenCounts.read(frame, "/info/last_token_usage", COUNTERS);
        String turn = session.refs().turn();
        TurnTokens.Counted counted = session.tokens().add(turn == null ? "" : turn, total, last);
        session.emit(new ThreadTokenUsageUpdated(
                frame.node("/info"),
                new UsageFigures(
                        total.isSumAlone() ? null : total.as(UsageScope.THREAD, false),
                        counted.turn() == null ? null : counted.turn().as(UsageScope.TURN, false),
                        counted.isStep() ? last.as(UsageScope.STEP, false) : null,
                        last.totalTokens(),
                        frame.optionalInteger("/info/model_context_window"))));
    }

    private static void compacted(FrameView frame, Emitter out) {
        Session session = new Session(frame, out);
        session.compacts();
        session.emit(new ThreadStateChanged(ThreadState.COMPACTED, null, null));
    }

    private static void rolledBack(FrameView frame, Emitter out) {
        new Session(frame, out).emit(new ThreadStateChanged(ThreadState.ACTIVE, frame.node(""), null));
    }
}
