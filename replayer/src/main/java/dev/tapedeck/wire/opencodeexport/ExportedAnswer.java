package dev.tapedeck.wire.opencodeexport;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.ErrorClass;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.canonical.ThreadPayload.ThreadStateChanged;
import dev.tapedeck.canonical.ThreadPayload.ThreadTokenUsageUpdated;
import dev.tapedeck.canonical.ThreadState;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.canonical.Usage;
import dev.tapedeck.canonical.UsageFigures;
import dev.tapedeck.canonical.UsageScope;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Transcript;
import dev.tapedeck.wire.opencodeevent.OpenCodeTool;
import org.jspecify.annotations.Nullable;

/** An answer of the model: its parts, what it used, and whether the turn is over. */
final class ExportedAnswer {
    private static final String ABORTED = "MessageAbortedError";

    private ExportedAnswer() {}

    static void read(FrameView frame, Emitter out) {
        Transcript transcript = new Transcript(out);
        for (JsonNode part : frame.array("/parts")) {
            part(part, transcript, out);
        }
        usage(frame, transcript);
        end(frame, transcript);
    }

    private static void part(JsonNode part, Transcript transcript, Emitter out) {
        String id = part.path("id").asText();
        switch (part.path("type").asText()) {
            case "text" -> transcript.emit(id, said(ItemType.ASSISTANT_MESSAGE, part));
            case "reasoning" -> transcript.emit(id, said(ItemType.REASONING, part));
            case "tool" -> transcript.emit(part.path("callID").asText(), new ItemCompleted(tool(part)));
            case "compaction" -> transcript.emit(new ThreadStateChanged(ThreadState.COMPACTED, part, null));
            case "step-start", "step-finish", "snapshot", "patch", "file", "agent", "subtask", "retry" -> {}
            default -> out.unmapped("message:assistant:" + part.path("type").asText(), part);
        }
    }

    private static ItemCompleted said(ItemType type, JsonNode part) {
        return new ItemCompleted(ItemSnapshot.of(type)
                .status(ItemStatus.COMPLETED)
                .text(part.path("text").textValue())
                .data(part)
                .build());
    }

    /** A tool that the export found in another state than completed did not succeed. */
    private static ItemSnapshot tool(JsonNode part) {
        JsonNode state = part.path("state");
        boolean done = state.path("status").asText().equals("completed");
        String title = state.path("title").textValue();
        ItemSnapshot.Builder item = OpenCodeTool.named(part.path("tool").asText()).item(state.path("input"));
        if (title != null && !title.isEmpty()) {
            item.title(title);
        }
        JsonNode exit = state.at("/metadata/exit");
        return item.status(done ? ItemStatus.COMPLETED : ItemStatus.FAILED)
                .text(state.path("output").textValue())
                .detail(state.path("error").textValue())
                .exitCode(exit.isInt() ? (Integer) exit.intValue() : null)
                .childThread(state.at("/metadata/sessionId").textValue())
                .data(part)
                .build();
    }

    private static void usage(FrameView frame, Transcript transcript) {
        JsonNode tokens = frame.optionalNode("/info/tokens");
        if (tokens != null) {
            Usage step = new Usage(
                    UsageScope.STEP,
                    true,
                    true,
                    frame.optionalInteger("/info/tokens/input"),
                    frame.optionalInteger("/info/tokens/cache/read"),
                    frame.optionalInteger("/info/tokens/cache/write"),
                    frame.optionalInteger("/info/tokens/output"),
                    frame.optionalInteger("/info/tokens/reasoning"),
                    null,
                    frame.optionalDecimal("/info/cost"));
            transcript.emit(new ThreadTokenUsageUpdated(tokens, new UsageFigures(null, null, step, null, null)));
        }
    }

    private static void end(FrameView frame, Transcript transcript) {
        String error = frame.optionalText("/info/error/name");
        String finish = finish(frame);
        if (error != null) {
            String message = frame.at("/info/error/data/message").textValue();
            boolean aborted = error.equals(ABORTED);
            if (!aborted) {
                transcript.emit(new RuntimeError(
                        message == null ? error : message, ErrorClass.PROVIDER_ERROR, frame.node("/info/error"), null));
            }
            ends(aborted ? TurnState.INTERRUPTED : TurnState.FAILED, error, message, transcript);
        } else if (finish != null && !finish.equals("tool-calls")) {
            ends(TurnState.COMPLETED, finish, null, transcript);
        }
    }

    /** Older messages tell it only where their last step ends. */
    private static @Nullable String finish(FrameView frame) {
        String finish = frame.optionalText("/info/finish");
        if (finish == null) {
            for (JsonNode part : frame.array("/parts")) {
                boolean ends = part.path("type").asText().equals("step-finish");
                finish = ends ? part.path("reason").textValue() : finish;
            }
        }
        return finish;
    }

    private static void ends(TurnState state, String stop, @Nullable String message, Transcript transcript) {
        transcript.ends(new TurnCompleted(state, stop, null, null, null, message, null, null));
    }
}
