package dev.tapedeck.projection.amalgm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.amalgm.AmalgmEvent;
import dev.tapedeck.amalgm.AmalgmPayload.CompactionFinished;
import dev.tapedeck.amalgm.AmalgmPayload.CompactionStarted;
import dev.tapedeck.amalgm.AmalgmPayload.ContentBlock;
import dev.tapedeck.amalgm.AmalgmPayload.Done;
import dev.tapedeck.amalgm.AmalgmPayload.Failure;
import dev.tapedeck.amalgm.AmalgmPayload.PermissionRequest;
import dev.tapedeck.amalgm.AmalgmPayload.PermissionResponse;
import dev.tapedeck.amalgm.AmalgmPayload.ReasoningDelta;
import dev.tapedeck.amalgm.AmalgmPayload.SessionInit;
import dev.tapedeck.amalgm.AmalgmPayload.TextDelta;
import dev.tapedeck.amalgm.AmalgmPayload.TitleGenerated;
import dev.tapedeck.amalgm.AmalgmPayload.ToolCompleted;
import dev.tapedeck.amalgm.AmalgmPayload.ToolStarted;
import dev.tapedeck.amalgm.AmalgmPayload.ToolUpdated;
import dev.tapedeck.amalgm.AmalgmPayload.UsageFinal;
import dev.tapedeck.amalgm.AmalgmPayload.Warning;
import dev.tapedeck.fixture.Fixture;
import dev.tapedeck.fixture.Fixtures;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.replay.Replay;
import dev.tapedeck.replay.ReplayListener;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * One conversation through every provider: a text, a shell command that the user approves, a text. Every fixture named
 * {@code approve-command} takes part, whichever folder it lies in.
 *
 * <p>What may differ, and nothing else:
 *
 * <ul>
 *   <li>ids, but a permission is about the tool call that it stands in, where the wire says which;
 *   <li>how text is cut into pieces;
 *   <li>{@code tool.updated}: in which pieces input and output come;
 *   <li>names, titles, input and output in the provider's own words;
 *   <li>what a provider may lack: {@code session_init}, {@code title_generated}, {@code usage.final} and its figures;
 *   <li>warnings, and how the process ended after the turn.
 * </ul>
 */
class SameConversationTest {
    private static final String NAME = "/approve-command";

    /** What the conversation is, in the words that all providers share. */
    private static final List<String> CONVERSATION = List.of(
            "text I will run it.",
            "tool.started bash",
            "permission_request bash",
            "permission_response approved",
            "tool.completed bash completed",
            "text It printed ok.",
            "done end_turn");

    @TestFactory
    Stream<DynamicTest> it_is_the_same_through() throws IOException {
        return fixtures().stream().map(fixture -> DynamicTest.dynamicTest(
                fixture.scenario(), () -> assertEquals(CONVERSATION, conversation(events(fixture)))));
    }

    @TestFactory
    Stream<DynamicTest> a_turn_is_billed_once_if_at_all_before_it_ends() throws IOException {
        return fixtures().stream().map(fixture -> DynamicTest.dynamicTest(fixture.scenario(), () -> {
            List<AmalgmEvent> events = events(fixture);
            List<Integer> bills = new ArrayList<>();
            int end = -1;
            for (int i = 0; i < events.size(); i++) {
                if (events.get(i).payload() instanceof UsageFinal usage && usage.billable()) {
                    bills.add(i);
                } else if (events.get(i).payload() instanceof Done) {
                    end = i;
                }
            }
            assertTrue(bills.size() <= 1, bills.toString());
            assertTrue(bills.isEmpty() || bills.getFirst() < end, events.toString());
        }));
    }

    @TestFactory
    Stream<DynamicTest> the_permission_is_about_the_command() throws IOException {
        return fixtures().stream().map(fixture -> DynamicTest.dynamicTest(fixture.scenario(), () -> {
            List<AmalgmEvent> events = events(fixture);
            @Nullable String tool = item(events, ToolStarted.class);
            @Nullable String asked = item(events, PermissionRequest.class);
            assertTrue(asked == null || asked.equals(tool), "asked about " + asked + " while " + tool + " waits");
            assertEquals(tool, item(events, ToolCompleted.class));
            assertEquals(asked, item(events, PermissionResponse.class));
        }));
    }

    /** Those that the contract names, and whoever joins them. */
    @Test
    void the_six_take_part_and_the_adapters_too() throws IOException {
        Set<String> names = fixtures().stream().map(Fixture::scenario).collect(Collectors.toSet());
        for (String provider : List.of("codex", "claude", "opencode", "opencode-acp", "cursor", "pi")) {
            assertTrue(names.contains(provider + NAME), provider + " has no " + NAME + " among " + names);
        }
        assertTrue(names.size() >= 10, names.toString());
    }

    private static List<Fixture> fixtures() throws IOException {
        return Fixtures.in(Path.of("..", "fixtures")).fixtures().stream()
                .filter(fixture -> fixture.scenario().endsWith(NAME))
                .toList();
    }

    private static List<String> conversation(List<AmalgmEvent> events) {
        List<String> words = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (AmalgmEvent event : events) {
            String word = word(event, text);
            if (word != null) {
                flush(text, words);
                words.add(word);
                if (event.payload() instanceof Done) {
                    return words;
                }
            }
        }
        flush(text, words);
        return words;
    }

    /** What an event adds to the conversation; null for what may differ, and for text, which is gathered. */
    private static @Nullable String word(AmalgmEvent event, StringBuilder text) {
        String type = event.type().word();
        return switch (event.payload()) {
            case TextDelta delta -> {
                text.append(delta.text());
                yield delta.replace() == null ? null : "text replaced";
            }
            case ToolStarted tool -> type + " " + tool.tool().word();
            case ToolCompleted tool -> type + " " + tool.tool().word() + " " + tool.status().word();
            case PermissionRequest request -> type + " " + request.action().word();
            case PermissionResponse response -> type + (response.approved() ? " approved" : " refused");
            case Done done -> type + " " + done.stopReason().word();
            case Failure failure -> type + " " + failure.message();
            case ReasoningDelta thought -> type;
            case ContentBlock block -> type;
            case CompactionStarted compaction -> type;
            case CompactionFinished compaction -> type;
            case ToolUpdated update -> null;
            case SessionInit init -> null;
            case TitleGenerated title -> null;
            case UsageFinal usage -> null;
            case Warning warning -> null;
        };
    }

    private static void flush(StringBuilder text, List<String> words) {
        if (!text.isEmpty()) {
            words.add("text " + text.toString().strip());
            text.setLength(0);
        }
    }

    private static @Nullable String item(List<AmalgmEvent> events, Class<?> payload) {
        return events.stream()
                .filter(event -> payload.isInstance(event.payload()))
                .map(event -> event.refs().item())
                .findFirst()
                .orElse(null);
    }

    private static List<AmalgmEvent> events(Fixture fixture) throws IOException {
        List<AmalgmEvent> events = new ArrayList<>();
        AmalgmProjection projection = new AmalgmProjection();
        Replay.of(fixture.recording()).listener(new ReplayListener() {
            @Override
            public void frame(FrameResult result) {
                result.emissions().forEach(emission -> written(result.frame().seq(), emission));
            }

            @Override
            public void written(long seq, Emission emission) {
                if (emission.canonical() != null) {
                    events.addAll(projection.project(emission.canonical()).events());
                }
            }
        }).run();
        return events;
    }
}
