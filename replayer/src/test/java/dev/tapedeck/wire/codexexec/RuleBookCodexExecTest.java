package dev.tapedeck.wire.codexexec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemStarted;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.StepStatus;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeWarning;
import dev.tapedeck.canonical.ThreadPayload.ThreadMetadataUpdated;
import dev.tapedeck.canonical.ThreadPayload.ThreadTokenUsageUpdated;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnPayload.TurnPlanUpdated;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.canonical.Usage;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.matrix.KindList;
import dev.tapedeck.matrix.KindLists;
import dev.tapedeck.replay.CaptureTape;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.runtime.ItemState;
import dev.tapedeck.wire.PlayedLines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RuleBookCodexExecTest {
    private static final String THREAD = "{'type':'thread.started','thread_id':'t1'}";
    private static final String TURN = "{'type':'turn.started'}";
    private static final String DONE = "{'type':'turn.completed','usage':{'input_tokens':10,'cached_input_tokens':4,"
            + "'cache_write_input_tokens':0,'output_tokens':3,'reasoning_output_tokens':1}}";

    @TempDir
    private Path folder;

    @Test
    void every_kind_that_the_sdk_lists_has_a_rule() {
        KindList list = KindLists.all().stream()
                .filter(one -> one.wire().equals(CodexExec.WIRE))
                .findFirst()
                .orElseThrow();
        Set<String> rules = CodexExec.BOOK.rules().stream().map(Rule::kind).collect(Collectors.toSet());
        Set<String> without = new TreeSet<>(list.kinds());
        without.removeAll(rules);

        assertEquals(29, list.kinds().size());
        assertEquals(Set.of(), without);
    }

    @Test
    void a_run_is_a_thread_with_one_turn_whose_frames_name_neither() throws IOException {
        PlayedLines played = play(item("completed", "agent_message", "'text':'Hello'"));

        assertEquals(
                List.of("thread.started", "turn.started", "item.completed", "thread.token-usage.updated",
                        "turn.completed"),
                played.types());
        for (CanonicalEvent event : played.events()) {
            assertEquals("t1", event.refs().thread());
        }
        assertEquals("1", played.events().get(2).refs().turn());
        assertEquals("Hello", completed(played).text());
        assertEquals("codex.sdk.thread-event", played.events().get(2).raw().source());
    }

    @Test
    void usage_of_the_first_process_is_an_estimate_since_nothing_tells_if_it_resumed_a_thread() throws IOException {
        PlayedLines played = play();

        ThreadTokenUsageUpdated usage = played.payloads(ThreadTokenUsageUpdated.class).getFirst();
        assertEquals(10L, Objects.requireNonNull(usage.figures().thread()).inputTokens());
        assertEquals(4L, Objects.requireNonNull(usage.figures().thread()).cachedInputTokens());
        Usage turn = Objects.requireNonNull(played.payloads(TurnCompleted.class).getFirst().turnUsage());
        assertEquals(10L, turn.inputTokens());
        assertTrue(turn.billable());
        assertFalse(turn.exact());
    }

    @Test
    void a_command_that_failed_is_no_success_and_keeps_code_and_output() throws IOException {
        PlayedLines played = play(
                item("started", "command_execution",
                        "'command':'false','aggregated_output':'','exit_code':null,'status':'in_progress'"),
                item("completed", "command_execution",
                        "'command':'false','aggregated_output':'no\\n','exit_code':3,'status':'failed'"));

        assertEquals(ItemStatus.IN_PROGRESS, played.payloads(ItemStarted.class).getFirst().item().status());
        assertEquals(ItemStatus.FAILED, completed(played).status());
        assertEquals(3, completed(played).exitCode());
        assertEquals("no\n", completed(played).text());
    }

    @Test
    void a_status_that_nobody_knows_is_a_failure_that_says_its_word() throws IOException {
        ItemSnapshot item = completed(play(item("completed", "file_change", "'changes':[],'status':'paused'")));

        assertEquals(ItemStatus.FAILED, item.status());
        assertEquals("ended with status paused", item.detail());
    }

    @Test
    void a_file_change_names_its_paths_and_tells_no_diff() throws IOException {
        ItemSnapshot item = completed(play(item("completed", "file_change",
                "'changes':[{'path':'/w/a','kind':'add'},{'path':'/w/b','kind':'delete'}],'status':'completed'")));

        assertEquals("/w/a, /w/b", item.title());
        assertNull(item.text());
    }

    @Test
    void an_mcp_tool_has_server_tool_arguments_result_and_error() throws IOException {
        ItemSnapshot item = completed(play(item("completed", "mcp_tool_call",
                "'server':'s','tool':'echo','arguments':{'a':1},'result':{'content':[{'type':'text','text':'hi'}],"
                        + "'structured_content':null},'error':{'message':'bad'},'status':'failed'")));

        assertEquals(ItemType.MCP_TOOL_CALL, item.itemType());
        assertEquals(List.of("s", "echo", "hi", "bad"),
                List.of(item.server(), item.tool(), item.text(), item.detail()));
        assertEquals(ItemStatus.FAILED, item.status());
    }

    @Test
    void a_list_to_tick_off_is_a_plan_that_ends_when_it_is_completed() throws IOException {
        PlayedLines played = play(
                item("started", "todo_list", "'items':[{'text':'Look','completed':false}]"),
                item("updated", "todo_list", "'items':[{'text':'Look','completed':true}]"),
                item("completed", "todo_list", "'items':[{'text':'Look','completed':true}]"));

        List<StepStatus> look = played.payloads(TurnPlanUpdated.class).stream()
                .map(plan -> plan.plan().getFirst().status())
                .toList();
        assertEquals(List.of(StepStatus.PENDING, StepStatus.COMPLETED, StepStatus.COMPLETED), look);
        assertEquals(ItemType.PLAN, played.payloads(ItemStarted.class).getFirst().item().itemType());
        assertEquals(ItemStatus.COMPLETED, played.payloads(ItemCompleted.class).getFirst().item().status());
    }

    @Test
    void an_error_item_before_the_turn_is_a_warning_of_the_thread_and_ends_nothing() throws IOException {
        PlayedLines played = PlayedLines.of(CodexExec.WIRE, THREAD,
                item("completed", "error", "'message':'unknown model'"), TURN, DONE);

        assertEquals("unknown model", played.payloads(RuntimeWarning.class).getFirst().message());
        assertNull(played.events().get(1).refs().turn());
        assertEquals(TurnState.COMPLETED, played.payloads(TurnCompleted.class).getFirst().state());

        PlayedLines inside = PlayedLines.of(CodexExec.WIRE, THREAD, TURN,
                item("completed", "error", "'message':'no such tool'"), DONE);
        assertEquals(ItemType.ERROR, completed(inside).itemType());
        assertEquals("no such tool", completed(inside).text());
    }

    @Test
    void a_retry_notice_says_that_it_goes_on_and_any_other_error_says_nothing_of_it() throws IOException {
        PlayedLines played = play(
                "{'type':'error','message':'Reconnecting... 1/5 (busy)'}", "{'type':'error','message':'broken'}");

        List<RuntimeError> errors = played.payloads(RuntimeError.class);
        assertEquals(true, errors.get(0).willRetry());
        assertNull(errors.get(1).willRetry());
        assertEquals(TurnState.COMPLETED, played.payloads(TurnCompleted.class).getFirst().state());
    }

    @Test
    void a_failed_turn_ends_with_its_message() throws IOException {
        PlayedLines played = PlayedLines.of(
                CodexExec.WIRE, THREAD, TURN, "{'type':'turn.failed','error':{'message':'too long'}}");

        TurnCompleted end = played.payloads(TurnCompleted.class).getFirst();
        assertEquals(TurnState.FAILED, end.state());
        assertEquals("too long", end.errorMessage());
    }

    @Test
    void a_helper_is_a_child_of_the_thread_that_spawned_it() throws IOException {
        PlayedLines played = play(item("completed", "collab_tool_call",
                "'tool':'spawn_agent','sender_thread_id':'t1','receiver_thread_ids':['t2'],'prompt':'count',"
                        + "'agents_states':{'t2':{'status':'completed','message':'7 files'}},'status':'completed'"));

        CanonicalEvent adoption = played.events().stream()
                .filter(event -> event.type() == EventType.THREAD_METADATA_UPDATED)
                .findFirst()
                .orElseThrow();
        assertEquals("t2", adoption.refs().thread());
        assertEquals("t1", ((ThreadMetadataUpdated) adoption.payload()).parentThread());
        assertEquals("t2", completed(played).childThread());
        assertEquals("7 files", completed(played).text());
    }

    @Test
    void what_came_without_its_thread_is_a_fault_and_not_an_event_of_nobody() throws IOException {
        PlayedLines played = PlayedLines.of(CodexExec.WIRE, item("completed", "agent_message", "'text':'x'"));

        assertEquals(List.of(Disposition.FAULTED), played.dispositions());
        assertTrue(String.valueOf(played.reasons().getFirst()).contains("/thread_id: expected the id of a thread"));
    }

    @Test
    void a_kind_that_nobody_wrote_a_rule_for_is_counted_by_its_name() throws IOException {
        PlayedLines played = play(item("started", "hologram", "'text':'x'"), "{'type':'turn.paused'}");

        assertEquals(Set.of("out item.started:hologram", "out turn.paused"), played.unmapped());
    }

    @Test
    void a_resumed_thread_has_turns_and_items_of_its_own_in_each_process() throws IOException {
        PlayedLines played = PlayedLines.of(fixtures().resolve("resume/recording.ndjson"), null);

        List<CanonicalEvent> messages = played.events().stream()
                .filter(event -> event.payload() instanceof ItemCompleted(ItemSnapshot item)
                        && item.itemType() == ItemType.ASSISTANT_MESSAGE)
                .toList();
        assertEquals(List.of("1", "2"), messages.stream().map(event -> event.refs().turn()).toList());
        assertNotEquals(messages.get(0).refs().item(), messages.get(1).refs().item());
        assertEquals(messages.get(0).refs().thread(), messages.get(1).refs().thread());
    }

    @Test
    void an_interrupted_run_tells_nothing_more_so_that_the_process_end_closes_command_and_turn() throws IOException {
        PlayedLines played = PlayedLines.of(fixtures().resolve("interrupted/recording.ndjson"), null);

        assertEquals(3, played.dispositions().size());
        assertEquals(
                List.of("thread.started", "turn.started", "item.started", "item.completed", "turn.aborted",
                        "session.exited"),
                played.types());
        assertEquals(ItemState.FAILED.word(), played.report().maps().at("/items/0/state").asText());
    }

    @Test
    void no_frame_of_a_fixture_is_unmapped_or_faulted() throws IOException {
        noneLost(PlayedLines.files(fixtures(), "recording\\.ndjson"), 90);
    }

    @Test
    void no_frame_of_a_capture_is_unmapped_or_faulted() throws IOException {
        List<Path> tapes = new ArrayList<>();
        for (Path capture : PlayedLines.shared("captures/codex", "(exec|sdk)-.*\\.ndjson")) {
            tapes.add(CaptureTape.convert(
                    capture, folder.resolve(capture.getFileName()), "codex", CodexExec.WIRE.name()));
        }
        noneLost(tapes, 60);
    }

    private static void noneLost(List<Path> files, int atLeast) throws IOException {
        int frames = 0;
        for (Path file : files) {
            PlayedLines played = PlayedLines.of(file, null);
            frames += played.dispositions().size();
            assertEquals(Set.of(), played.unmapped(), file.toString());
            assertEquals(0, played.report().count(Disposition.FAULTED), file.toString());
        }
        assertTrue(frames >= atLeast, frames + " frames");
    }

    private static Path fixtures() {
        return Path.of("..", "fixtures", "codex-exec");
    }

    /** A run with these frames between its turn's start and its end. */
    private static PlayedLines play(String... frames) throws IOException {
        List<String> lines = new ArrayList<>(List.of(THREAD, TURN));
        lines.addAll(List.of(frames));
        lines.add(DONE);
        return PlayedLines.of(CodexExec.WIRE, lines.toArray(String[]::new));
    }

    private static String item(String phase, String type, String members) {
        return "{'type':'item." + phase + "','item':{'id':'item_0','type':'" + type + "'," + members + "}}";
    }

    private static ItemSnapshot completed(PlayedLines played) {
        return played.payloads(ItemCompleted.class).getFirst().item();
    }
}
