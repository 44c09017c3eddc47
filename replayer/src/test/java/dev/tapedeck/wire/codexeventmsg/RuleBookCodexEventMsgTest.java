package dev.tapedeck.wire.codexeventmsg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.ItemPayload.ContentDelta;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemStarted;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.RequestPayload.RequestOpened;
import dev.tapedeck.canonical.RequestPayload.RequestResolved;
import dev.tapedeck.canonical.RequestType;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.canonical.ThreadPayload.ThreadStarted;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnPayload.TurnPlanUpdated;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.matrix.KindList;
import dev.tapedeck.matrix.KindLists;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.scratch.Scratch;
import dev.tapedeck.wire.PlayedLines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RuleBookCodexEventMsgTest {
    /** canonical-events 3.3: event, then every canonical event that the cross-reference names for it. */
    private static final String CROSS_REFERENCE =
            """
            task_started                      turn.started
            task_complete                     turn.completed
            agent_message_delta               content.delta
            agent_message_content_delta       content.delta
            agent_reasoning_delta             content.delta
            reasoning_content_delta           content.delta
            reasoning_raw_content_delta       content.delta
            exec_command_begin                item.started
            exec_command_output_delta         content.delta
            exec_command_end                  item.completed
            patch_apply_begin                 item.updated
            patch_apply_end                   item.completed
            exec_approval_request             request.opened
            apply_patch_approval_request      request.opened
            request_user_input                user-input.requested
            plan_update                       turn.plan.updated
            plan_delta                        content.delta
            turn_diff                         turn.diff.updated
            turn_aborted                      turn.aborted
            thread_rolled_back                thread.state.changed
            context_compacted                 thread.state.changed
            model_reroute                     model.rerouted
            collab_agent_spawn_begin          item.started
            collab_agent_spawn_end            item.completed
            collab_waiting_begin              item.started
            collab_waiting_end                item.completed
            """;

    private static final String META =
            "{'timestamp':'2026-11-30T12:00:00.000Z','type':'session_meta','payload':{'id':'t1','cwd':'/w'}}";

    @Test
    void every_line_of_the_seeds_cross_reference_is_a_rule_that_emits_what_it_says() {
        Map<String, Set<String>> claims = new TreeMap<>();
        for (Rule rule : CodexEventMsg.BOOK.rules()) {
            if (rule instanceof Rule.Map map) {
                claims.put(map.kind(), map.emits().stream().map(EventType::word).collect(Collectors.toSet()));
            }
        }
        Set<String> wrong = new TreeSet<>();
        for (String line : CROSS_REFERENCE.lines().toList()) {
            String[] words = line.split(" +");
            if (!claims.getOrDefault(words[0], Set.of()).contains(words[1])) {
                wrong.add(line);
            }
        }
        assertEquals(Set.of(), wrong);
    }

    @Test
    void every_kind_that_the_vendors_source_lists_has_a_rule() {
        KindList list = KindLists.all().stream()
                .filter(one -> one.wire().equals(CodexEventMsg.WIRE))
                .findFirst()
                .orElseThrow();
        Set<String> without = new TreeSet<>(list.kinds());
        CodexEventMsg.BOOK.rules().forEach(rule -> without.remove(rule.kind()));

        assertTrue(list.kinds().size() > 90, list.kinds().size() + " kinds");
        assertEquals(Set.of(), without);
    }

    @Test
    void an_event_means_the_same_in_each_of_its_four_envelopes() throws IOException {
        String event = "{'type':'warning','message':'careful'}";
        for (String envelope : List.of(
                "{'timestamp':'2026-11-30T12:00:00Z','type':'event_msg','payload':EVENT}",
                "{'method':'codex/event/warning','params':{'id':'1','msg':EVENT,'conversationId':'t1'}}",
                "{'ts':'2026-11-30T12:00:00Z','dir':'to_tui','kind':'codex_event','payload':{'id':'1','msg':EVENT}}",
                "{'id':'1','msg':EVENT}")) {
            PlayedLines played = play(envelope.replace("EVENT", event));

            assertEquals(List.of("runtime.warning"), played.types(), envelope);
            assertEquals(Set.of("out warning"), played.kinds(), envelope);
        }
    }

    @Test
    void a_rollout_of_an_older_program_shows_its_commands_by_the_models_calls() throws IOException {
        PlayedLines played = play(
                META,
                event("'type':'task_started'"),
                event("'type':'user_message','message':'Run it.'"),
                entry("'type':'function_call','name':'shell','call_id':'c1',"
                        + "'arguments':'{\\'command\\':[\\'ls\\',\\'-l\\']}'"),
                entry("'type':'function_call_output','call_id':'c1',"
                        + "'output':'{\\'output\\':\\'none\\',\\'metadata\\':{\\'exit_code\\':2}}'"),
                event("'type':'agent_message','message':'Done.'"),
                event("'type':'task_complete','last_agent_message':'Done.'"));

        ItemSnapshot begun = played.payloads(ItemStarted.class).getFirst().item();
        assertEquals("ls -l", begun.title());
        ItemSnapshot ended = completed(played, ItemType.COMMAND_EXECUTION);
        assertEquals(List.of("none", 2, ItemStatus.FAILED), List.of(ended.text(), ended.exitCode(), ended.status()));
        assertEquals("Done.", completed(played, ItemType.ASSISTANT_MESSAGE).text());
        assertEquals("Run it.", completed(played, ItemType.USER_MESSAGE).text());
    }

    @Test
    void an_output_that_an_event_has_told_already_says_nothing_new() throws IOException {
        PlayedLines played = play(
                META,
                event("'type':'task_started','turn_id':'u1'"),
                entry("'type':'function_call','name':'exec_command','call_id':'c1','arguments':'{}'"),
                event("'type':'exec_command_end','call_id':'c1','stdout':'a','stderr':'','exit_code':0"),
                entry("'type':'function_call_output','call_id':'c1','output':'words for the model'"));

        assertEquals(1, played.payloads(ItemCompleted.class).size());
        assertEquals("a", completed(played, ItemType.COMMAND_EXECUTION).text());
    }

    @Test
    void a_command_that_the_user_aborted_did_not_succeed() throws IOException {
        PlayedLines played = PlayedLines.of(fixtures().resolve("interrupt-command/recording.ndjson"), null);

        assertEquals(ItemStatus.FAILED, completed(played, ItemType.COMMAND_EXECUTION).status());
        assertTrue(played.types().contains("turn.aborted"));
    }

    @Test
    void what_a_broken_off_command_wrote_is_told_by_its_event_and_not_by_the_words_for_the_model() throws IOException {
        PlayedLines played = PlayedLines.of(fixtures().resolve("interrupt-command/recording.ndjson"), null);

        JsonNode command = played.report().maps().path("items").findParents("exitCode").getFirst();
        assertEquals("started\n", command.path("text").asText());
        assertEquals(-1, command.path("exitCode").asInt());
    }

    @Test
    void what_an_agents_call_gave_back_is_its_text() throws IOException {
        PlayedLines played = PlayedLines.of(fixtures().resolve("helper-agent/recording.ndjson"), null);

        assertTrue(played.report().maps().path("items").findValuesAsText("text").stream()
                .anyMatch(text -> text.contains("There are 0 files.") && text.contains("timed_out")));
    }

    @Test
    void a_turn_that_ended_with_an_error_failed_wherever_the_error_was_told() throws IOException {
        PlayedLines kept = play(META, event("'type':'task_started','turn_id':'u1'"),
                event("'type':'task_complete','turn_id':'u1','error':{'message':'too long'}"));
        PlayedLines live = play(META, event("'type':'task_started','turn_id':'u1'"),
                event("'type':'error','message':'too long'"), event("'type':'task_complete','turn_id':'u1'"));

        for (PlayedLines played : List.of(kept, live)) {
            TurnCompleted end = played.payloads(TurnCompleted.class).getFirst();
            assertEquals(TurnState.FAILED, end.state());
            assertEquals("too long", end.errorMessage());
            assertEquals(1, played.payloads(RuntimeError.class).size());
        }
    }

    @Test
    void deltas_without_ids_belong_to_the_message_or_thought_that_is_being_written() throws IOException {
        PlayedLines played = play(
                META,
                event("'type':'task_started'"),
                event("'type':'agent_reasoning_delta','delta':'Hm'"),
                event("'type':'agent_reasoning','text':'Hm'"),
                event("'type':'agent_message_delta','delta':'He'"),
                event("'type':'agent_message_delta','delta':'llo'"),
                event("'type':'agent_message','message':'Hello'"),
                event("'type':'agent_message_delta','delta':'More'"));

        List<String> items = played.events().stream()
                .filter(event -> event.payload() instanceof ContentDelta)
                .map(event -> String.valueOf(event.refs().item()))
                .toList();
        assertEquals(List.of("1.1", "1.2", "1.2", "1.3"), items);
    }

    @Test
    void the_plan_is_what_the_model_wrote_with_its_tool() throws IOException {
        PlayedLines played = play(META, event("'type':'task_started'"),
                entry("'type':'function_call','name':'update_plan','call_id':'c1','arguments':"
                        + "'{\\'explanation\\':\\'why\\',"
                        + "\\'plan\\':[{\\'step\\':\\'Look\\',\\'status\\':\\'completed\\'}]}'"),
                entry("'type':'function_call_output','call_id':'c1','output':'Plan updated'"));

        assertEquals("Look", played.payloads(TurnPlanUpdated.class).getFirst().plan().getFirst().step());
        assertEquals(List.of(), played.payloads(ItemCompleted.class));
    }

    @Test
    void a_command_that_begins_after_it_was_asked_for_was_allowed() throws IOException {
        PlayedLines played = play(
                META,
                event("'type':'task_started','turn_id':'u1'"),
                event("'type':'exec_approval_request','call_id':'c1','turn_id':'u1','command':['rm','x'],'cwd':'/w'"),
                event("'type':'exec_command_begin','call_id':'c1','turn_id':'u1','command':['rm','x'],'cwd':'/w'"));

        RequestOpened opened = played.payloads(RequestOpened.class).getFirst();
        assertEquals(RequestType.EXEC_COMMAND_APPROVAL, opened.requestType());
        assertEquals("rm x", opened.detail());
        assertEquals(true, played.payloads(RequestResolved.class).getFirst().approved());
    }

    @Test
    void a_helpers_file_is_a_thread_whose_parent_it_names() throws IOException {
        PlayedLines played = PlayedLines.of(fixtures().resolve("helper-agent/recording.ndjson"), null);

        List<ThreadStarted> threads = played.payloads(ThreadStarted.class);
        assertEquals(2, threads.size());
        assertNull(threads.get(0).parentThread());
        assertNotNull(threads.get(1).parentThread());
        assertEquals(threads.get(0).providerThreadId(), threads.get(1).parentThread());
    }

    @Test
    void a_session_that_was_named_before_its_first_line_begins_with_that_line_all_the_same() throws IOException {
        PlayedLines played = PlayedLines.of(
                CodexEventMsg.WIRE,
                "{'type':'event_msg','payload':{'type':'item_completed','thread_id':'t2','turn_id':'u',"
                        + "'item':{'type':'AgentMessage','id':'m','content':[{'type':'Text','text':'x'}]}}}",
                "{'type':'session_meta','payload':{'id':'t2','parent_thread_id':'t1','cwd':'/w','originator':'o'}}",
                "{'type':'session_meta','payload':{'id':'t2','parent_thread_id':'t1','cwd':'/w','originator':'o'}}");
        List<ThreadStarted> started = played.payloads(ThreadStarted.class);
        assertEquals(1, started.size());
        assertEquals("t1", started.getFirst().parentThread());
    }

    @Test
    void after_a_loss_the_file_that_is_read_is_the_last_one_whose_first_line_history_has() {
        JsonNode settings = JsonNodeFactory.instance.objectNode().put("cwd", "/w");
        Resumed parent = new Resumed("t1", null, "1", true, false, settings, List.of(), List.of());
        Resumed child = new Resumed("t2", null, null, false, false, null, List.of(), List.of());
        Resumed begun = new Resumed("t2", "t1", "u", true, false, settings, List.of(), List.of());
        assertEquals("t1", resumed(child, parent));
        assertEquals("t1", resumed(parent, child));
        assertEquals("t2", resumed(begun, parent));
        assertEquals("t2", resumed(parent, begun));
    }

    /** The thread of a reader who knew only that the second one had been named. */
    private static String resumed(Resumed... threads) {
        Scratch.Editor scratch = Scratch.EMPTY.edit();
        scratch.put("thread", TextNode.valueOf("t2"));
        scratch.put("guessed", BooleanNode.TRUE);
        for (Resumed thread : threads) {
            CodexEventMsg.BOOK.resume(thread, scratch);
        }
        return String.valueOf(scratch.text("thread"));
    }

    @Test
    void what_time_an_event_has_is_what_its_line_says() throws IOException {
        PlayedLines played = play(META, event("'type':'warning','message':'careful'"));

        assertEquals("2026-11-30T12:00:01Z", String.valueOf(played.events().getLast().createdAt()));
    }

    @Test
    void an_event_that_nobody_wrote_a_rule_for_is_counted_by_its_name() throws IOException {
        PlayedLines played = play(META, event("'type':'hologram'"), "{'type':'mood','timestamp':'x','payload':{}}");

        assertEquals(Set.of("out hologram", "out mood"), played.unmapped());
    }

    @Test
    void no_frame_of_a_fixture_is_unmapped_or_faulted() throws IOException {
        noneLost(PlayedLines.files(fixtures(), "recording\\.ndjson"), 300);
    }

    @Test
    void no_event_of_the_shared_log_is_unmapped_or_faulted() throws IOException {
        noneLost(PlayedLines.shared("corpus/codex", ".*\\.jsonl"), 1500);
    }

    @Test
    void the_shared_log_tells_three_turns_and_their_answers() throws IOException {
        PlayedLines played = PlayedLines.of(PlayedLines.shared("corpus/codex", ".*\\.jsonl").getFirst(), null);

        assertEquals(3, played.payloads(TurnCompleted.class).size());
        assertEquals(3, played.payloads(ItemCompleted.class).size());
        for (CanonicalEvent event : played.events()) {
            assertNotNull(event.refs().thread());
        }
    }

    private static void noneLost(List<Path> files, int atLeast) throws IOException {
        int frames = 0;
        for (Path file : files) {
            PlayedLines played = PlayedLines.of(file, null);
            frames += played.dispositions().size();
            assertEquals(CodexEventMsg.WIRE, played.report().header().wire());
            assertEquals(Set.of(), played.unmapped(), file.toString());
            assertEquals(0, played.report().count(Disposition.FAULTED), file + ": " + played.reasons());
        }
        assertTrue(frames >= atLeast, frames + " frames");
    }

    @Test
    void a_review_tells_what_it_is_about_and_what_it_found() throws IOException {
        String item = "'type':'item_completed','thread_id':'t','turn_id':'u','item':{'id':'%s','type':";
        PlayedLines played = play(
                event(item.formatted("i1") + "'EnteredReviewMode','user_facing_hint':'current changes'}"),
                event(item.formatted("i2")
                        + "'ExitedReviewMode','review_output':{'overall_explanation':'One bug.','findings':[{"
                        + "'title':'Off by one','body':'Too often.','code_location':{'absolute_file_path':'/w/a',"
                        + "'line_range':{'start':1,'end':2}}}]}}"));
        assertEquals("current changes", completed(played, ItemType.REVIEW_ENTERED).text());
        assertEquals(
                "One bug.\n\nOff by one — /w/a:1-2\n\nToo often.", completed(played, ItemType.REVIEW_EXITED).text());
    }

    @Test
    void a_picture_that_a_tool_gives_back_is_attached() throws IOException {
        PlayedLines played = play(event("'type':'item_completed','thread_id':'t','turn_id':'u','item':{'id':'i',"
                + "'type':'McpToolCall','server':'s','tool':'p','result':{'content':[{'type':'image','data':'AA'}]}}"));
        assertEquals("image", completed(played, ItemType.MCP_TOOL_CALL).attachments().getFirst().kind());
    }

    @Test
    void a_reviewers_session_names_the_thread_that_asked_for_it() throws IOException {
        PlayedLines played = play("{'timestamp':'2026-11-30T12:00:01.000Z','type':'session_meta','payload':{'id':'t2',"
                + "'parent_thread_id':'t1','cwd':'/w','source':{'subagent':'review'}}}");
        assertEquals("t1", played.payloads(ThreadStarted.class).getFirst().parentThread());
    }

    private static ItemSnapshot completed(PlayedLines played, ItemType type) {
        return played.payloads(ItemCompleted.class).stream()
                .map(ItemCompleted::item)
                .filter(item -> item.itemType() == type)
                .findFirst()
                .orElseThrow();
    }

    private static Path fixtures() {
        return Path.of("..", "fixtures", "codex-rollout");
    }

    private static PlayedLines play(String... lines) throws IOException {
        return PlayedLines.of(CodexEventMsg.WIRE, lines);
    }

    private static String event(String members) {
        return "{'timestamp':'2026-11-30T12:00:01.000Z','type':'event_msg','payload':{" + members + "}}";
    }

    /** An entry of the model's own history; a backslash before a quote makes it one of the string around it. */
    private static String entry(String members) {
        return "{'timestamp':'2026-11-30T12:00:02.000Z','type':'response_item','payload':{" + members + "}}";
    }
}
