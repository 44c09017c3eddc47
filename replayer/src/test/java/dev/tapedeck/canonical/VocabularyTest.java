package dev.tapedeck.canonical;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The vocabulary beside canonical-events 1.2 to 1.5, written down here as data. */
class VocabularyTest {
    /** Type, then every member of its payload in the seed. */
    private static final String PAYLOADS =
            """
            session.started message resume
            session.configured config
            session.state.changed state reason detail
            session.exited reason recoverable exitKind
            thread.started providerThreadId
            thread.state.changed state detail
            thread.metadata.updated name metadata
            thread.token-usage.updated usage
            thread.realtime.started realtimeSessionId
            thread.realtime.item-added item
            thread.realtime.audio.delta audio
            thread.realtime.error message
            thread.realtime.closed reason
            turn.started model effort
            turn.completed state stopReason usage modelUsage totalCostUsd errorMessage
            turn.aborted reason
            turn.plan.updated explanation plan
            turn.diff.updated unifiedDiff
            item.started itemType status title detail data
            item.updated itemType status title detail data
            item.completed itemType status title detail data
            content.delta streamKind delta contentIndex summaryIndex
            request.opened requestType detail args
            request.resolved requestType decision resolution
            user-input.requested questions
            user-input.resolved answers
            task.started taskId description taskType
            task.progress taskId description usage lastToolName
            task.completed taskId status summary usage
            hook.started hookId hookName hookEvent
            hook.progress hookId output stdout stderr
            hook.completed hookId outcome output stdout stderr exitCode
            tool.progress toolUseId toolName summary elapsedSeconds
            tool.summary summary precedingToolUseIds
            auth.status isAuthenticating output error
            account.updated account
            account.rate-limits.updated rateLimits
            mcp.status.updated status
            mcp.oauth.completed success name error
            model.rerouted fromModel toModel reason
            config.warning summary details path range
            deprecation.notice summary details
            files.persisted files failed
            runtime.warning message detail
            runtime.error message class detail
            """;

    @Test
    void every_event_type_of_the_seed_has_a_payload_with_the_seeds_members() {
        Map<String, Set<String>> ours = new TreeMap<>();
        payloads(CanonicalPayload.class).forEach(payload -> ours.put(typeOf(payload), members(payload)));
        Set<String> wrong = new TreeSet<>();
        List<String> order = new ArrayList<>();
        for (String row : PAYLOADS.lines().toList()) {
            List<String> words = List.of(row.split(" "));
            order.add(words.getFirst());
            Set<String> missing = new TreeSet<>(words.subList(1, words.size()));
            missing.removeAll(ours.getOrDefault(words.getFirst(), Set.of()));
            if (!missing.isEmpty() || !ours.containsKey(words.getFirst())) {
                wrong.add(words.getFirst() + " lacks " + missing);
            }
        }
        assertEquals(Set.of(), wrong);
        assertEquals(order, Stream.of(EventType.values()).map(EventType::word).toList());
        assertEquals(new TreeSet<>(order), ours.keySet());
    }

    @Test
    void words_are_the_seeds_and_what_it_was_widened_by() {
        assertWords(
                ItemType.values(),
                "user_message assistant_message reasoning plan command_execution file_change mcp_tool_call"
                        + " dynamic_tool_call collab_agent_tool_call web_search image_view review_entered review_exited"
                        + " context_compaction error unknown",
                "plan_suggestion");
        assertWords(
                RequestType.values(),
                "command_execution_approval file_change_approval apply_patch_approval exec_command_approval"
                        + " tool_user_input dynamic_tool_call auth_tokens_refresh unknown",
                "");
        assertWords(SessionState.values(), "starting ready running waiting stopped error", "");
        assertWords(ThreadState.values(), "active idle archived closed compacted error", "unarchived");
        assertWords(TurnState.values(), "completed failed interrupted cancelled", "inProgress");
        assertWords(
                StreamKind.values(),
                "assistant_text reasoning_text reasoning_summary_text plan_text command_output file_change_output"
                        + " unknown",
                "tool_input");
        assertWords(ItemStatus.values(), "inProgress completed failed declined", "");
        assertWords(
                ErrorClass.values(), "provider_error transport_error permission_error validation_error unknown", "");
    }

    private static void assertWords(Enum<?>[] values, String seed, String widened) {
        Set<String> expected = new TreeSet<>(Arrays.asList((seed + " " + widened).trim().split(" ")));
        Set<String> found = new TreeSet<>();
        for (Enum<?> value : values) {
            found.add(dev.tapedeck.json.Json.write(value).replace("\"", ""));
        }
        assertEquals(expected, found);
    }

    private static Stream<Class<?>> payloads(Class<?> sealed) {
        return Stream.of(sealed.getPermittedSubclasses())
                .flatMap(each -> each.isSealed() ? payloads(each) : Stream.of(each));
    }

    /** Lower-cased class name against the types' words without punctuation: ItemStarted is item.started. */
    private static String typeOf(Class<?> payload) {
        return Stream.of(EventType.values())
                .map(EventType::word)
                .filter(word -> word.replaceAll("[.-]", "").equalsIgnoreCase(payload.getSimpleName()))
                .findFirst()
                .orElseThrow(() -> new AssertionError(payload.getName()));
    }

    private static Set<String> members(Class<?> type) {
        Set<String> members = new HashSet<>();
        for (RecordComponent component : type.getRecordComponents()) {
            if (component.getAccessor().isAnnotationPresent(JsonValue.class)) {
                return members(component.getType());
            }
            JsonProperty renamed = component.getAccessor().getAnnotation(JsonProperty.class);
            members.add(renamed == null ? component.getName() : renamed.value());
        }
        return members;
    }
}
