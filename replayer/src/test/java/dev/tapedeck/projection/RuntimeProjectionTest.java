package dev.tapedeck.projection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.UsageScope;
import dev.tapedeck.canonical.Usage;
import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.CanonicalPayload;
import dev.tapedeck.canonical.Compaction;
import dev.tapedeck.canonical.ErrorClass;
import dev.tapedeck.canonical.ItemPayload.ContentDelta;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemStarted;
import dev.tapedeck.canonical.ItemPayload.ItemUpdated;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.RequestPayload.RequestOpened;
import dev.tapedeck.canonical.RequestPayload.RequestResolved;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.canonical.RequestType;
import dev.tapedeck.canonical.SessionPayload.SessionConfigured;
import dev.tapedeck.canonical.SessionPayload.SessionStarted;
import dev.tapedeck.canonical.StreamKind;
import dev.tapedeck.canonical.TaskStatus;
import dev.tapedeck.canonical.TelemetryPayload.AccountRateLimitsUpdated;
import dev.tapedeck.canonical.TelemetryPayload.AccountUpdated;
import dev.tapedeck.canonical.TelemetryPayload.AuthStatus;
import dev.tapedeck.canonical.TelemetryPayload.HookStarted;
import dev.tapedeck.canonical.TelemetryPayload.ModelRerouted;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeWarning;
import dev.tapedeck.canonical.TelemetryPayload.TaskCompleted;
import dev.tapedeck.canonical.TelemetryPayload.TaskStarted;
import dev.tapedeck.canonical.TelemetryPayload.ToolProgress;
import dev.tapedeck.canonical.ThreadPayload.ThreadMetadataUpdated;
import dev.tapedeck.canonical.ThreadPayload.ThreadStarted;
import dev.tapedeck.canonical.ThreadPayload.ThreadStateChanged;
import dev.tapedeck.canonical.ThreadState;
import dev.tapedeck.canonical.TurnPayload.TurnAborted;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnPayload.TurnDiffUpdated;
import dev.tapedeck.canonical.TurnPayload.TurnStarted;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.canonical.ToolKind;
import dev.tapedeck.events.EventWriter;
import dev.tapedeck.events.Ordinals;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.mapping.MapContext;
import dev.tapedeck.mapping.MapResult;
import dev.tapedeck.mapping.NativeMapper;
import dev.tapedeck.rules.Concept;
import dev.tapedeck.rules.Message;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.runtime.ItemKind;
import dev.tapedeck.scratch.Scratch;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Canonical events in, runtime events out, with no wire in sight. */
class RuntimeProjectionTest {
    private static final Refs TURN = new Refs(null, "t", "u", null, null);
    private static final Refs ITEM = TURN.withItem("i");
    private static final Refs REQUEST = ITEM.withRequest(new RequestRef("7", true));

    private final EventWriter writer = EventWriter.golden(new Ordinals());
    private Scratch scratch = Scratch.EMPTY;

    @Test
    void a_session_tells_its_title_configuration_and_login() {
        assertRuntime("{'type':'SessionUpdated','title':'x'}", TURN, new SessionStarted("x", null));
        assertRuntime("{'type':'SessionUpdated','config':{'a':1}}", TURN, new SessionConfigured(json("{'a':1}")));
        assertRuntime(
                "{'type':'SessionUpdated','auth':'key','billingMode':'pro'}",
                TURN,
                new AccountUpdated(json("{}"), "key", "pro"));
        assertRuntime("{'type':'SessionUpdated','login':'pending'}", TURN, new AuthStatus(true, null, null));
        assertRuntime("{'type':'SessionUpdated','login':'completed'}", TURN, new AuthStatus(false, null, null));
        assertRuntime("{'type':'SessionUpdated','login':'failed: no'}", TURN, new AuthStatus(false, null, "no"));
        assertRuntime(
                "{'type':'RateLimitsUpdated','limits':{'used':5}}",
                Refs.NONE,
                new AccountRateLimitsUpdated(json("{'used':5}")));
        assertRuntime(
                "{'type':'RateLimitsUpdated','limits':{'used':6},'sparse':true}",
                Refs.NONE,
                new AccountRateLimitsUpdated(json("{'used':6}"), true));
    }

    @Test
    void a_turns_end_tells_what_the_turn_used() {
        Usage usage = new Usage(UsageScope.TURN, true, true, 7L, null, null, null, null, null, null);
        assertRuntime(
                "{'type':'UsageUpdated','threadId':'thread_1','turnId':'turn_1','figures':{'turn':{'scope':'turn',"
                        + "'exact':true,'billable':true,'inputTokens':7}}}\n"
                        + "{'type':'TurnUpdated','threadId':'thread_1','turnId':'turn_1','phase':'idle','detail':null}",
                TURN,
                new TurnCompleted(TurnState.COMPLETED, null, null, null, null, null, usage, null));
    }

    @Test
    void an_item_and_a_mark_on_the_thread_for_one_compaction_are_told_once() {
        project(ITEM, new ItemStarted(ItemSnapshot.of(ItemType.CONTEXT_COMPACTION).build()));
        assertRuntime(
                "{'type':'ItemUpdated','threadId':'thread_1','turnId':'turn_1','itemId':'item_1','kind':'compaction',"
                        + "'state':'completed','detail':null}\n"
                        + "{'type':'CompactionUpdated','threadId':'thread_1','turnId':'turn_1','itemId':'item_1'}",
                ITEM,
                new ItemCompleted(ItemSnapshot.of(ItemType.CONTEXT_COMPACTION).build()));
        assertRuntime("", TURN, new ThreadStateChanged(ThreadState.COMPACTED, null, null));
        Compaction figures = new Compaction("auto", 9L, 2L, null);
        assertRuntime(
                "{'type':'ItemUpdated','threadId':'thread_1','turnId':'turn_1','itemId':'item_1','kind':'compaction',"
                        + "'state':'completed'}\n"
                        + "{'type':'CompactionUpdated','threadId':'thread_1','turnId':'turn_1','itemId':'item_1',"
                        + "'compaction':{'trigger':'auto','preTokens':9,'postTokens':2}}",
                TURN,
                new ThreadStateChanged(ThreadState.COMPACTED, null, figures));
        assertRuntime("", TURN, new ThreadStateChanged(ThreadState.COMPACTED, null, figures));
    }

    @Test
    void a_compaction_that_failed_is_no_compaction() {
        assertRuntime(
                "{'type':'ItemUpdated','threadId':'thread_1','turnId':'turn_1','itemId':'item_1','kind':'compaction',"
                        + "'state':'failed','detail':'nothing to do'}",
                ITEM,
                new ItemCompleted(ItemSnapshot.of(ItemType.CONTEXT_COMPACTION)
                        .status(ItemStatus.FAILED)
                        .detail("nothing to do")
                        .build()));
    }

    @Test
    void a_thread_tells_parent_status_name_and_settings() {
        assertRuntime(
                "{'type':'ThreadUpdated','threadId':'thread_1','parentThreadId':'thread_2','settings':{'model':'m'}}",
                TURN,
                new ThreadStarted("t", "p", json("{'model':'m'}")));
        assertRuntime(
                "{'type':'ThreadUpdated','threadId':'thread_1','status':'archived'}",
                TURN,
                new ThreadStateChanged(ThreadState.ARCHIVED, null, null));
        assertRuntime(
                "{'type':'ThreadUpdated','threadId':'thread_1','name':'n'}",
                TURN,
                new ThreadMetadataUpdated("n", null, null, null));
        assertRuntime("", TURN, new ThreadMetadataUpdated(null, json("{'goal':1}"), null, null));
        assertRuntime(
                "{'type':'ThreadUpdated','threadId':'thread_1','settings':{'model':'b'}}",
                TURN,
                new ModelRerouted("a", "b", "why"));
    }

    @Test
    void a_childs_turn_tells_its_parent_thread() {
        project(TURN, new ThreadStarted("t", "p", null));
        assertRuntime(
                "{'type':'TurnUpdated','threadId':'thread_1','turnId':'turn_1','phase':'working',"
                        + "'parentThreadId':'thread_2'}",
                TURN,
                new TurnStarted(null, null, null));
    }

    @Test
    void parent_edges_stay_within_their_bound_and_the_newest_stay() {
        for (int i = 0; i <= ThreadParents.REMEMBERED; i++) {
            project(TURN.withThread("child" + i), new ThreadStarted("child" + i, "p", null));
        }
        assertEquals(ThreadParents.REMEMBERED, scratch.json().path(ScratchKeys.PARENTS).size());
        assertTrue(!scratch.toString().contains("\"child0\""), scratch.toString());
        assertTrue(scratch.toString().contains("\"child" + ThreadParents.REMEMBERED + "\""));
    }

    @Test
    void a_turn_ends_in_one_of_three_ways() {
        String idle = "{'type':'TurnUpdated','threadId':'thread_1','turnId':'turn_1','phase':'idle','detail':%s}";
        assertRuntime(idle.formatted("null"), TURN, TurnCompleted.of(TurnState.COMPLETED));
        assertRuntime(idle.formatted("'failed'"), TURN, TurnCompleted.of(TurnState.FAILED));
        assertRuntime(idle.formatted("'interrupted'"), TURN, TurnCompleted.of(TurnState.INTERRUPTED));
        assertRuntime(idle.formatted("'interrupted'"), TURN, TurnCompleted.of(TurnState.CANCELLED));
        assertRuntime(idle.formatted("'interrupted','statusLine':'why'"), TURN, new TurnAborted("why"));
        assertRuntime("", TURN, new TurnDiffUpdated("diff"));
    }

    @Test
    void every_item_type_has_its_kind_and_an_unknown_one_none() {
        Set<String> kinds = new TreeSet<>();
        for (ItemType type : ItemType.values()) {
            List<String> lines = project(ITEM, new ItemStarted(ItemSnapshot.of(type).build()));
            String kind = lines.isEmpty() ? "-" : lines.getFirst().replaceAll(".*\"kind\":\"(\\w+)\".*", "$1");
            kinds.add(type.word() + " " + kind);
        }
        assertEquals(
                new TreeSet<>(List.of(
                        "user_message user_message",
                        "assistant_message assistant_message",
                        "reasoning reasoning",
                        "plan plan",
                        "command_execution command",
                        "file_change file_change",
                        "mcp_tool_call tool_call",
                        "dynamic_tool_call tool_call",
                        "collab_agent_tool_call subagent",
                        "web_search web_search",
                        "image_view tool_call",
                        "review_entered notice",
                        "review_exited notice",
                        "context_compaction compaction",
                        "plan_suggestion notice",
                        "error error",
                        "unknown -")),
                kinds);
    }

    @Test
    void a_start_without_text_keeps_what_has_already_flowed() {
        assertRuntime(
                "{'type':'ItemUpdated','threadId':'thread_1','turnId':'turn_1','itemId':'item_1','kind':'reasoning',"
                        + "'state':'open'}",
                ITEM,
                new ItemStarted(ItemSnapshot.of(ItemType.REASONING).text("").build()));
    }

    @Test
    void a_completed_item_clears_the_detail_of_its_way_there_and_replaces_its_text() {
        assertRuntime(
                "{'type':'ItemUpdated','threadId':'thread_1','turnId':'turn_1','itemId':'item_1','kind':'command',"
                        + "'state':'declined','detail':null,'text':'','exitCode':1}",
                ITEM,
                new ItemCompleted(ItemSnapshot.of(ItemType.COMMAND_EXECUTION)
                        .status(ItemStatus.DECLINED)
                        .text("")
                        .exitCode(1)
                        .build()));
    }

    @Test
    void an_update_that_says_in_progress_reopens_nothing() {
        assertRuntime(
                "{'type':'ItemUpdated','threadId':'thread_1','turnId':'turn_1','itemId':'item_1','kind':'tool_call',"
                        + "'title':'x'}",
                ITEM,
                new ItemUpdated(ItemSnapshot.of(ItemType.MCP_TOOL_CALL)
                        .status(ItemStatus.IN_PROGRESS)
                        .title("x")
                        .build()));
    }

    @Test
    void deltas_append_to_text_or_input() {
        String line = "{'type':'ItemUpdated','threadId':'thread_1','turnId':'turn_1','itemId':'item_1',"
                + "'kind':'%s','%s':'x'}";
        ContentDelta output = new ContentDelta(StreamKind.COMMAND_OUTPUT, "x", null, null);
        assertRuntime(line.formatted("command", "append"), ITEM, output);
        ContentDelta input = new ContentDelta(StreamKind.TOOL_INPUT, "x", null, null);
        assertRuntime(line.formatted("tool_call", "appendInput"), ITEM, input);
        assertRuntime("", ITEM, new ContentDelta(StreamKind.UNKNOWN, "x", null, null));
    }

    @Test
    void an_approval_waits_for_the_user_and_a_token_does_not() {
        List<String> approval = project(REQUEST, new RequestOpened(RequestType.UNKNOWN, "may I", json("{'a':1}")));
        assertEquals(
                List.of("RequestUpdated", "ItemUpdated", "TurnUpdated"),
                approval.stream().map(line -> line.replaceAll("^.\"type\":\"(\\w+)\".*", "$1")).toList());
        assertTrue(approval.get(1).contains("\"kind\":\"approval\""), approval.get(1));
        assertTrue(approval.get(1).contains("\"requestId\":\"request_1\""), approval.get(1));
        assertTrue(approval.get(2).contains("needs_input"));
        assertEquals(1, project(REQUEST, new RequestOpened(RequestType.AUTH_TOKENS_REFRESH, null, null)).size());
        assertEquals(1, project(REQUEST, new RequestOpened(RequestType.DYNAMIC_TOOL_CALL, null, null)).size());
    }

    @Test
    void a_withdrawn_request_is_cancelled_and_its_item_failed() {
        List<String> lines = project(REQUEST, new RequestResolved(RequestType.TOOL_USER_INPUT, null, null, true));
        assertTrue(lines.get(0).contains("\"state\":\"cancelled\""), lines.get(0));
        assertTrue(lines.get(1).contains("\"kind\":\"question\",\"state\":\"failed\""), lines.get(1));
    }

    @Test
    void a_compaction_without_an_item_has_one_of_its_turn() {
        Compaction counts = new Compaction("auto", 9L, 3L, null);
        assertEquals(
                "{'type':'CompactionUpdated','threadId':'thread_1','turnId':'turn_1','itemId':'item_1',"
                        + "'compaction':{'trigger':'auto','preTokens':9,'postTokens':3}}",
                project(TURN, new ThreadStateChanged(ThreadState.COMPACTED, null, counts)).get(1).replace('"', '\''));
    }

    @Test
    void what_a_provider_says_beside_its_items_is_an_item_and_never_the_hosts_warning() {
        String item = "{'type':'ItemUpdated','threadId':'thread_1','turnId':'turn_1','itemId':'item_1','kind':'%s',"
                + "'state':'completed'%s,'text':'m'}";
        assertRuntime(item.formatted("notice", ""), TURN, new RuntimeWarning("m", null));
        assertRuntime(
                item.formatted("error", ",'detail':'transport_error'"),
                TURN,
                new RuntimeError("m", ErrorClass.TRANSPORT_ERROR, null, false));
        assertRuntime(item.formatted("notice", ""), TURN, new RuntimeError("m", null, null, true));
        assertRuntime("", Refs.NONE, new RuntimeWarning("m", null));
    }

    @Test
    void a_tool_that_looks_for_files_is_a_search_of_them_and_stays_one() {
        for (ToolKind kind : ToolKind.values()) {
            ItemSnapshot tool = ItemSnapshot.of(ItemType.DYNAMIC_TOOL_CALL).toolKind(kind).build();
            String row = kind == ToolKind.SEARCH ? "\"file_search\"" : "\"tool_call\"";
            assertTrue(project(ITEM, new ItemUpdated(tool)).getFirst().contains("\"kind\":" + row), kind.word());
        }
        ItemSnapshot command = ItemSnapshot.of(ItemType.COMMAND_EXECUTION).toolKind(ToolKind.SEARCH).build();
        assertTrue(project(ITEM, new ItemUpdated(command)).getFirst().contains("\"kind\":\"command\""));
        assertEquals(ItemKind.FILE_SEARCH, ItemKind.TOOL_CALL.over(ItemKind.FILE_SEARCH));
        assertEquals(ItemKind.COMMAND, ItemKind.COMMAND.over(ItemKind.FILE_SEARCH));
        assertEquals(ItemKind.TOOL_CALL, ItemKind.TOOL_CALL.over(ItemKind.COMMAND));
    }

    @Test
    void a_task_is_a_sub_agents_row_and_a_tools_progress_its_detail() {
        String item = "{'type':'ItemUpdated','threadId':'thread_1','turnId':'turn_1','itemId':'item_1','kind':'%s',%s}";
        assertRuntime(item.formatted("subagent", "'state':'open','title':'d'"), TURN, new TaskStarted("k", "d", null));
        assertRuntime(
                item.formatted("subagent", "'state':'failed','detail':'s'"),
                TURN,
                new TaskCompleted("k", TaskStatus.STOPPED, "s", null));
        assertRuntime(
                "{'type':'ItemUpdated','threadId':'thread_1','turnId':'turn_1','itemId':'item_2','kind':'tool_call',"
                        + "'detail':'half'}",
                ITEM,
                new ToolProgress("i", null, "half", null, null));
        assertRuntime("", ITEM, new TaskStarted("k", "d", null));
        assertRuntime("", ITEM, new TaskCompleted("k", TaskStatus.COMPLETED, "s", null));
        assertRuntime("", TURN, new HookStarted("h", "n", "e"));
    }

    private void assertRuntime(String expected, Refs refs, CanonicalPayload payload) {
        List<String> lines = List.of(expected.replace('\'', '"').split("\n"));
        assertEquals(expected.isEmpty() ? List.of() : lines, project(refs, payload));
    }

    /** A frame of a made-up wire whose only rule emits the payload. */
    private List<String> project(Refs refs, CanonicalPayload payload) {
        RuleBook book = RuleBook.jsonRpc(new Wire("made.up"))
                .map("x", Concept.OTHER, payload.type(), (frame, out) -> out.emit(refs, null, payload))
                .build();
        JsonNode json = json("{'method':'x'}");
        Frame frame = Frame.line(1, 1, Direction.OUT, new Payload.Json(new byte[0]));
        Message message = book.dialect().open().read(frame, json);
        NativeMapper mapper = new NativeMapper(book, new RuntimeProjection(), Instant.EPOCH, false);
        MapResult result = mapper.mapFrames(new MapContext("s", null, 1, List.of()), List.of(message), scratch);
        scratch = result.scratch();
        CanonicalEvent event = result.emissions().getFirst().canonical();
        assertEquals(payload, event == null ? null : event.payload());
        return result.emissions().stream()
                .flatMap(emission -> emission.events().stream())
                .map(writer::runtime)
                .toList();
    }

    private static JsonNode json(String singleQuoted) {
        try {
            return dev.tapedeck.json.Json.read(
                    singleQuoted.replace('\'', '"').getBytes(java.nio.charset.StandardCharsets.UTF_8));
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
