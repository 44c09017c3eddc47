package dev.tapedeck.wire.pisession;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.ErrorClass;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemStarted;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.canonical.ThreadPayload.ThreadTokenUsageUpdated;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.canonical.Usage;
import dev.tapedeck.canonical.UsageFigures;
import dev.tapedeck.canonical.UsageScope;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Transcript;
import dev.tapedeck.wire.pirpc.PiTool;
import org.jspecify.annotations.Nullable;

/** An answer of the model: its blocks, what it used, and whether the turn is over. */
final class PiAnswer {
    private PiAnswer() {}

    static void read(FrameView frame, Emitter out) {
        Transcript transcript = new Transcript(out);
        JsonNode blocks = frame.array("/message/content");
        transcript.modelAnswers(frame.optionalText("/message/model"));
        for (int i = 0; i < blocks.size(); i++) {
            block(blocks.get(i), PiSessionFile.line(frame) + ":" + i, transcript, out);
        }
        usage(frame, transcript);
        String stop = frame.optionalText("/message/stopReason");
        String error = frame.optionalText("/message/errorMessage");
        switch (stop) {
            case null -> {}
            case "toolUse" -> {}
            case "stop", "length" -> end(TurnState.COMPLETED, stop, null, transcript);
            case "aborted" -> end(TurnState.INTERRUPTED, stop, error, transcript);
            default -> {
                transcript.emit(new RuntimeError(
                        error == null ? "the model failed" : error, ErrorClass.PROVIDER_ERROR, null, null));
                end(TurnState.FAILED, stop, error, transcript);
            }
        }
    }

    private static void end(
            TurnState state,
            String stop,
            @Nullable String error,
            Transcript transcript) {
        transcript.ends(new TurnCompleted(state, stop, null, null, null, error, null, null));
    }

    private static void block(JsonNode block, String item, Transcript transcript, Emitter out) {
        switch (block.path("type").asText()) {
            case "text" -> transcript.emit(item, said(ItemType.ASSISTANT_MESSAGE, block, "text"));
            case "thinking" -> transcript.emit(item, said(ItemType.REASONING, block, "thinking"));
            case "toolCall" -> {
                String name = block.path("name").asText();
                transcript.toolBegins(block.path("id").asText(), name);
                transcript.emit(block.path("id").asText(), new ItemStarted(PiTool.named(name)
                        .item(block.path("arguments"))
                        .status(ItemStatus.IN_PROGRESS)
                        .data(block)
                        .build()));
            }
            default -> out.unmapped("message:assistant:" + block.path("type").asText(), block);
        }
    }

    private static ItemCompleted said(ItemType type, JsonNode block, String member) {
        return new ItemCompleted(ItemSnapshot.of(type)
                .status(ItemStatus.COMPLETED)
                .text(block.path(member).textValue())
                .data(block)
                .build());
    }

    private static void usage(FrameView frame, Transcript transcript) {
        JsonNode usage = frame.optionalNode("/message/usage");
        if (usage != null) {
            Usage step = new Usage(
                    UsageScope.STEP,
                    true,
                    true,
                    frame.optionalInteger("/message/usage/input"),
                    frame.optionalInteger("/message/usage/cacheRead"),
                    frame.optionalInteger("/message/usage/cacheWrite"),
                    frame.optionalInteger("/message/usage/output"),
                    null,
                    frame.optionalInteger("/message/usage/totalTokens"),
                    frame.optionalDecimal("/message/usage/cost/total"));
            transcript.emit(new ThreadTokenUsageUpdated(usage, new UsageFigures(null, null, step, null, null)));
        }
    }
}
