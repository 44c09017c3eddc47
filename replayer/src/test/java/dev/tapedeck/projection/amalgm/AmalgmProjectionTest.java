package dev.tapedeck.projection.amalgm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.amalgm.Omission;
import dev.tapedeck.canonical.Attachment;
import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.CanonicalPayload;
import dev.tapedeck.canonical.Compaction;
import dev.tapedeck.canonical.ErrorClass;
import dev.tapedeck.canonical.ErrorKind;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.ExitKind;
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
import dev.tapedeck.canonical.SessionFacts;
import dev.tapedeck.canonical.SessionPayload.SessionConfigured;
import dev.tapedeck.canonical.SessionPayload;
import dev.tapedeck.canonical.StopReason;
import dev.tapedeck.canonical.StreamKind;
import dev.tapedeck.canonical.TelemetryPayload.AuthStatus;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.canonical.ThreadPayload.ThreadMetadataUpdated;
import dev.tapedeck.canonical.ThreadPayload.ThreadStarted;
import dev.tapedeck.canonical.ThreadPayload.ThreadStateChanged;
import dev.tapedeck.canonical.ThreadPayload.ThreadTokenUsageUpdated;
import dev.tapedeck.canonical.ThreadState;
import dev.tapedeck.canonical.ToolKind;
import dev.tapedeck.canonical.TurnPayload;
import dev.tapedeck.canonical.TurnPayload.TurnAborted;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.canonical.Usage;
import dev.tapedeck.canonical.UsageFigures;
import dev.tapedeck.canonical.UsageScope;
import dev.tapedeck.events.EventWriter;
import dev.tapedeck.events.Ordinals;
import dev.tapedeck.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The amalgm events of the normalization matrix, made of canonical events alone. */
class AmalgmProjectionTest {
    private static final Refs ITEM = new Refs(null, "t", "1", "i", null);
    private static final String IDS = "'threadId':'thread_1','turnId':'turn_1',";

    private final AmalgmProjection projection = new AmalgmProjection();
    private final EventWriter writer = EventWriter.golden(new Ordinals());
    private @Nullable Omission omission;

    @Test
    void text_is_told_once_whether_streamed_whole_or_both() {
        assertEvents(List.of(text("Hel")), delta(StreamKind.ASSISTANT_TEXT, "Hel"));
        assertEvents(List.of(text("lo.")), new ItemUpdated(message("Hello.")));
        assertEvents(List.of(), new ItemCompleted(message("Hello.\n")));
        assertEquals(Omission.SAID_ALREADY, omission);
        assertEquals(1, project(ITEM.withItem("j"), new ItemCompleted(message("Whole."))).size());
    }

    @Test
    void what_comes_of_a_text_after_its_turn_broke_it_off_is_told_once() {
        project(ITEM, delta(StreamKind.ASSISTANT_TEXT, "Hel"));
        assertEvents(List.of(), new ItemCompleted(broken(ItemType.ASSISTANT_MESSAGE)));
        project(ITEM, TurnCompleted.of(TurnState.INTERRUPTED));
        assertEvents(List.of(), new ItemUpdated(message("Hel")));
        assertEvents(List.of(text("lo.")), new ItemUpdated(message("Hello.")));
    }

    @Test
    void a_message_that_starts_again_takes_the_place_of_what_was_told() {
        project(ITEM, new ItemCompleted(message("Hello.")));
        assertEvents(List.of(), new ItemStarted(message("")));
        assertEvents(
                List.of("{'type':'text.delta'," + IDS + "'itemId':'item_1','text':'Hel','replace':true}"),
                delta(StreamKind.ASSISTANT_TEXT, "Hel"));
        assertEvents(List.of(text("lo.")), delta(StreamKind.ASSISTANT_TEXT, "lo."));
        assertEvents(List.of(), new ItemCompleted(message("Hello.")));
    }

    @Test
    void what_comes_of_a_tool_after_its_turn_broke_it_off_ends_it_anew_but_never_starts_it() {
        ItemSnapshot.Builder command = ItemSnapshot.of(ItemType.COMMAND_EXECUTION).title("ls");
        project(ITEM, new ItemStarted(command.build()));
        assertEquals(
                List.of("tool.completed"),
                types(project(ITEM, new ItemCompleted(broken(ItemType.COMMAND_EXECUTION)))));
        CanonicalPayload late = new ItemUpdated(command.text("a").status(ItemStatus.COMPLETED).build());
        assertEquals("tool.completed", types(project(ITEM, late)).getLast());
        assertEquals(List.of(), project(ITEM, late));
        assertEquals("tool.started", types(project(ITEM.withTurn("2"), late)).getFirst());
    }

    @Test
    void an_exit_code_that_was_told_before_the_end_is_not_lost() {
        project(ITEM, new ItemStarted(ItemSnapshot.of(ItemType.COMMAND_EXECUTION).build()));
        project(ITEM, new ItemUpdated(ItemSnapshot.of(ItemType.COMMAND_EXECUTION).exitCode(3).build()));
        List<String> lines = project(ITEM, new ItemCompleted(ItemSnapshot.of(ItemType.COMMAND_EXECUTION).build()));
        assertEquals(3, json(lines.getLast()).path("exitCode").asInt());
    }

    @Test
    void a_step_outside_of_turns_bears_its_own_cost() {
        Usage step = new Usage(UsageScope.STEP, true, true, 9L, null, null, 1L, null, null, new BigDecimal("0.7"));
        List<String> lines = project(ITEM.withTurn(null), used(step));
        assertEquals(new BigDecimal("0.7"), json(lines.getFirst()).path("costUsd").decimalValue());
        assertEquals(
                List.of("done"), types(project(ITEM.withTurn(null), TurnCompleted.of(TurnState.COMPLETED))));
    }

    @Test
    void a_login_that_failed_is_told_once() {
        CanonicalPayload error = new RuntimeError("who?", ErrorClass.PERMISSION_ERROR, null, false);
        assertEquals(List.of("error"), types(project(ITEM, new AuthStatus(false, null, "who?"))));
        assertEquals(List.of(), project(ITEM, error));
        assertEquals(List.of("error"), types(project(ITEM, error)));
    }

    @Test
    void a_compactions_summary_is_told_with_its_end_and_is_no_answer() {
        ItemSnapshot.Builder item = ItemSnapshot.of(ItemType.CONTEXT_COMPACTION);
        project(ITEM, new ItemStarted(item.build()));
        assertEvents(
                List.of(),
                new ContentDelta(StreamKind.ASSISTANT_TEXT, "Sum", null, null, ItemType.CONTEXT_COMPACTION));
        assertEvents(
                List.of(),
                new ContentDelta(StreamKind.ASSISTANT_TEXT, "mary", null, null, ItemType.CONTEXT_COMPACTION));
        List<String> lines = project(ITEM, new ItemCompleted(item.build()));
        assertEquals("Summary", json(lines.getLast()).path("summary").asText());
        project(ITEM, new ItemUpdated(ItemSnapshot.of(ItemType.CONTEXT_COMPACTION).text("Whole").build()));
        lines = project(ITEM, new ItemCompleted(item.build()));
        assertEquals("Whole", json(lines.getLast()).path("summary").asText());
    }

    @Test
    void a_snapshot_that_contradicts_its_stream_replaces_it() {
        project(ITEM, delta(StreamKind.ASSISTANT_TEXT, "Helo"));
        assertEvents(
                List.of("{'type':'text.delta'," + IDS + "'itemId':'item_1','text':'Hello.','replace':true}"),
                new ItemCompleted(message("Hello.")));
    }

    @Test
    void a_thought_says_whether_it_is_a_summary_or_withheld() {
        String thought = "{'type':'reasoning.delta'," + IDS + "'itemId':'item_1','subType':'%s'%s}";
        assertEvents(
                List.of(thought.formatted("summary", ",'text':'Look'")),
                delta(StreamKind.REASONING_SUMMARY_TEXT, "Look"));
        assertEvents(
                List.of(thought.formatted("thinking", ",'text':'raw'")), delta(StreamKind.REASONING_TEXT, "raw"));
        assertEvents(List.of(), new ItemCompleted(ItemSnapshot.of(ItemType.REASONING).text("Look\n\nraw").build()));
        assertEvents(
                List.of(thought.formatted("redacted", "")),
                new ItemCompleted(ItemSnapshot.of(ItemType.REASONING).redacted(true).build()));
    }

    @Test
    void a_tool_is_started_once_before_anything_else_is_told_of_it() {
        ItemSnapshot.Builder command = ItemSnapshot.of(ItemType.COMMAND_EXECUTION).title("ls");
        String started = "{'type':'tool.started'," + IDS + "'toolCallId':'item_1','tool':'bash','title':'ls'}";
        String ended = "{'type':'tool.completed'," + IDS
                + "'toolCallId':'item_1','tool':'bash','status':'completed','output':'a','exitCode':0}";
        assertEvents(List.of(started), new ItemStarted(command.build()));
        assertEvents(
                List.of("{'type':'tool.updated'," + IDS + "'toolCallId':'item_1','title':'ls'}"),
                new ItemStarted(command.build()));
        assertEvents(
                List.of("{'type':'tool.updated'," + IDS + "'toolCallId':'item_1','outputDelta':'a'}"),
                delta(StreamKind.COMMAND_OUTPUT, "a"));
        assertEvents(List.of(ended), new ItemCompleted(command.text("a").exitCode(0).build()));
        assertEquals(2, project(ITEM.withItem("j"), new ItemCompleted(command.build())).size());
    }

    @Test
    void what_a_tool_did_is_told_before_its_end_when_only_the_end_knows_it() {
        project(ITEM, new ItemStarted(ItemSnapshot.of(ItemType.WEB_SEARCH).title("").build()));
        List<String> lines = project(ITEM, new ItemCompleted(ItemSnapshot.of(ItemType.WEB_SEARCH)
                .title("ndjson")
                .childThread("child")
                .build()));
        assertEquals("tool.updated", json(lines.getFirst()).path("type").asText());
        assertEquals("ndjson", json(lines.getFirst()).path("title").asText());
        assertEquals("tool.completed", json(lines.getLast()).path("type").asText());
        assertEquals(2, lines.size());
    }

    @Test
    void a_compaction_that_a_mark_told_is_not_told_again_by_its_item() {
        CanonicalPayload mark = new ThreadStateChanged(ThreadState.COMPACTED, null, null);
        CanonicalPayload item = new ItemCompleted(ItemSnapshot.of(ItemType.CONTEXT_COMPACTION).build());
        assertEquals(2, project(ITEM, mark).size());
        assertEquals(0, project(ITEM, item).size());
        assertEquals(2, project(ITEM, mark).size(), "the next compaction of the same turn");
        assertEquals(0, project(ITEM, item).size());
    }

    @Test
    void a_refusal_says_the_clients_error() {
        Refs asked = ITEM.withRequest(new RequestRef("7", true));
        project(asked, new RequestOpened(RequestType.COMMAND_EXECUTION_APPROVAL, "ls", null, null));
        List<String> lines = project(asked, new RequestResolved(
                RequestType.COMMAND_EXECUTION_APPROVAL,
                null,
                Json.mapper().createObjectNode().set("error", Json.mapper().createObjectNode().put("message", "no")),
                null,
                false));
        assertEquals("no", json(lines.getFirst()).path("reason").asText());
    }

    @Test
    void what_is_over_while_in_progress_has_failed() {
        List<String> lines = project(ITEM, new ItemCompleted(ItemSnapshot.of(ItemType.FILE_CHANGE)
                .status(ItemStatus.IN_PROGRESS)
                .build()));
        assertEquals("failed", json(lines.get(1)).path("status").asText());
    }

    @Test
    void the_rule_book_names_the_tool_and_what_it_named_first_counts() {
        project(ITEM, new ItemStarted(ItemSnapshot.of(ItemType.DYNAMIC_TOOL_CALL)
                .tool("Grep")
                .toolKind(ToolKind.SEARCH)
                .build()));
        List<String> lines =
                project(ITEM, new ItemCompleted(ItemSnapshot.of(ItemType.DYNAMIC_TOOL_CALL).build()));
        assertEquals("search", json(lines.getFirst()).path("tool").asText());
    }

    @Test
    void a_tool_of_a_server_carries_its_branding_and_a_picture_its_hash() {
        List<String> lines = project(ITEM, new ItemCompleted(ItemSnapshot.of(ItemType.MCP_TOOL_CALL)
                .server("tiny")
                .tool("picture")
                .attachments(List.of(new Attachment("image", null, "00ff")))
                .build()));
        assertEquals("tiny", json(lines.get(0)).at("/mcp/server").asText());
        assertEquals("image", json(lines.get(1)).at("/content/0/kind").asText());
    }

    @Test
    void permission_is_asked_and_answered_once() {
        Refs request = ITEM.withRequest(new RequestRef("7", true));
        String ids = IDS + "'toolCallId':'item_1','requestId':'request_1',";
        assertEquals(
                List.of(quoted("{'type':'permission_request'," + ids + "'action':'bash','title':'ls'}")),
                project(request, new RequestOpened(RequestType.COMMAND_EXECUTION_APPROVAL, "ls", json("{'a':1}"))));
        RequestResolved yes =
                new RequestResolved(RequestType.COMMAND_EXECUTION_APPROVAL, "accept", null, null, true);
        assertEquals(
                List.of(quoted("{'type':'permission_response'," + ids + "'approved':true,'decision':'accept'}")),
                project(request, yes));
        assertEquals(List.of(), project(request, yes));
    }

    @Test
    void a_request_that_was_withdrawn_or_decided_nothing_was_not_granted() {
        for (Boolean cancelled : new @Nullable Boolean[] {true, null}) {
            Refs request = ITEM.withRequest(new RequestRef("7", true));
            project(request, new RequestOpened(RequestType.UNKNOWN, null, null));
            List<String> lines =
                    project(request, new RequestResolved(RequestType.UNKNOWN, null, null, cancelled));
            assertEquals(false, json(lines.getFirst()).path("approved").asBoolean(true));
        }
    }

    @Test
    void what_a_program_answers_asks_no_user() {
        assertEvents(List.of(), new RequestOpened(RequestType.DYNAMIC_TOOL_CALL, "draw", null));
        assertEquals(Omission.CLIENT_SERVICE, omission);
    }

    @Test
    void steps_are_never_billable_and_a_turn_that_tells_no_figure_costs_what_its_steps_cost() {
        List<String> lines = new ArrayList<>();
        lines.addAll(project(ITEM, used(step(10, "0.1"))));
        lines.addAll(project(ITEM, used(step(5, "0.2"))));
        lines.addAll(project(ITEM, TurnCompleted.of(TurnState.COMPLETED)));
        List<JsonNode> events = lines.stream().map(AmalgmProjectionTest::json).toList();
        assertEquals(
                List.of("chat_step", "chat_step", "chat_turn", ""),
                events.stream().map(event -> event.path("cadence").asText()).toList());
        assertEquals(
                List.of(false, false, true, false),
                events.stream().map(event -> event.path("billable").asBoolean()).toList());
        assertEquals(15, events.get(2).path("inputTokens").asInt());
        assertEquals(new BigDecimal("0.3"), events.get(2).path("costUsd").decimalValue());
        assertNull(events.get(0).get("costUsd"));
    }

    @Test
    void the_providers_own_figure_for_a_turn_counts_and_only_that_one() {
        project(ITEM, used(step(10, "0.1")));
        List<String> lines = project(
                ITEM,
                new TurnCompleted(TurnState.COMPLETED, "stop", null, null, null, null, step(12, "0.5"), null));
        assertEquals(12, json(lines.getFirst()).path("inputTokens").asInt());
        assertEquals(new BigDecimal("0.5"), json(lines.getFirst()).path("costUsd").decimalValue());
        assertEquals("stop", json(lines.get(1)).path("nativeReason").asText());
    }

    @Test
    void a_turn_ends_once_and_says_why_in_one_word() {
        assertEvents(
                List.of("{'type':'done'," + IDS + "'itemId':'item_1','stopReason':'cancelled','nativeReason':'why'}"),
                new TurnAborted("why"));
        assertEvents(List.of(), TurnCompleted.of(TurnState.INTERRUPTED));
        TurnCompleted full = new TurnCompleted(
                TurnState.COMPLETED, "length", null, null, null, null, null, null, StopReason.MAX_TOKENS);
        assertEquals(
                "max_tokens",
                json(project(ITEM.withTurn("2"), full).getFirst()).path("stopReason").asText());
    }

    @Test
    void a_failed_turn_tells_its_error_once() {
        TurnCompleted failed = new TurnCompleted(TurnState.FAILED, null, null, null, null, "no", null, null);
        assertEquals(List.of("error", "done"), types(project(ITEM, failed)));
        project(ITEM, new RuntimeError("no", ErrorClass.PROVIDER_ERROR, null, false, ErrorKind.RATE_LIMIT));
        assertEquals(List.of("done"), types(project(ITEM.withTurn("2"), failed)));
    }

    @Test
    void a_programs_exit_after_an_end_that_it_told_itself_is_no_second_error() {
        SessionPayload.SessionExited exit = new SessionPayload.SessionExited("exit code 1", true, ExitKind.ERROR);
        assertEquals(List.of("error"), types(project(Refs.NONE, exit)));
        TurnCompleted failed = new TurnCompleted(TurnState.FAILED, null, null, null, null, "no", null, null);
        project(ITEM, failed);
        assertEquals(List.of("error"), types(project(Refs.NONE, exit)), "only the host closed that turn");
        CanonicalEvent.Raw raw = new CanonicalEvent.Raw("wire", "result", json("{}"));
        projection.project(new CanonicalEvent(ITEM, Instant.EPOCH, failed, raw));
        assertEquals(List.of(), project(Refs.NONE, exit));
        assertEquals(Omission.SAID_ALREADY, omission);
        project(ITEM.withTurn("2"), new TurnPayload.TurnStarted(null, null, null));
        assertEquals(List.of("error"), types(project(Refs.NONE, exit)));
    }

    @Test
    void an_error_from_which_the_provider_goes_on_is_a_warning_of_that_kind() {
        List<String> lines = project(ITEM, new RuntimeError("again", ErrorClass.TRANSPORT_ERROR, null, true));
        assertEquals(List.of("warning"), types(lines));
        assertEquals("transport", json(lines.getFirst()).path("errorType").asText());
    }

    @Test
    void a_compaction_is_told_once_whether_by_item_or_mark_or_both() {
        Compaction figures = new Compaction("auto", 900L, 100L, null);
        ItemSnapshot item = ItemSnapshot.of(ItemType.CONTEXT_COMPACTION).compaction(figures).build();
        CanonicalPayload mark = new ThreadStateChanged(ThreadState.COMPACTED, null, figures);
        List<String> both = new ArrayList<>();
        both.addAll(project(ITEM, new ItemStarted(item)));
        both.addAll(project(ITEM, new ItemCompleted(item)));
        both.addAll(project(ITEM, mark));
        assertEquals(List.of("compaction.started", "compaction.finished"), types(both));
        assertEquals(100, json(both.get(1)).path("postTokens").asInt());
        project(ITEM, TurnCompleted.of(TurnState.COMPLETED));
        assertEquals(List.of("compaction.started", "compaction.finished"), types(project(ITEM, mark)));
    }

    @Test
    void a_session_is_told_once_and_what_it_is_called_later_is_its_title() {
        SessionFacts facts = SessionFacts.of("/w", "m");
        assertEquals(
                List.of("session_init"), types(project(ITEM, new ThreadStarted("t", null, null, facts))));
        assertEvents(List.of(), new SessionConfigured(json("{}"), facts));
        assertEquals(Omission.SAID_ALREADY, omission);
        assertEvents(List.of(), new SessionConfigured(json("{}"), SessionFacts.of(null, "n")));
        assertEquals(Omission.INIT_ONCE, omission);
        SessionFacts titled = new SessionFacts(null, null, null, "First");
        assertEquals(List.of("title_generated"), types(project(ITEM, new SessionConfigured(json("{}"), titled))));
        assertEvents(List.of(), new SessionConfigured(json("{}"), titled));
        CanonicalPayload named = new ThreadMetadataUpdated("A title", null, null, null);
        assertEquals(List.of("title_generated"), types(project(ITEM, named)));
        assertEquals(List.of(), project(ITEM, named));
    }

    @Test
    void a_sub_agents_events_say_whom_it_works_for() {
        Refs child = ITEM.withThread("child");
        assertEquals(List.of(), project(child, new ThreadStarted("child", "t", null, SessionFacts.of("/w", "m"))));
        assertEquals(Omission.SUB_AGENT, omission);
        List<String> lines = project(child, TurnCompleted.of(TurnState.COMPLETED));
        assertEquals("thread_2", json(lines.getFirst()).path("parentThreadId").asText());
    }

    @Test
    void what_a_sub_agent_used_is_billed_with_its_parent_unless_it_is_counted_by_itself() {
        Refs child = ITEM.withThread("child");
        project(child, new ThreadStarted("child", "t", null, null));
        assertEquals(List.of(false, false), bills(child, step(false), TurnCompleted.of(TurnState.COMPLETED)));
        Refs next = child.withTurn("2");
        assertEquals(List.of(false, true), bills(next, step(true), TurnCompleted.of(TurnState.COMPLETED)));
        Refs broken = child.withTurn("3");
        assertEquals(List.of(false, true), bills(broken, step(false), new TurnAborted("the provider ended")));
        Refs own = ITEM.withTurn("4");
        assertEquals(List.of(false, true), bills(own, step(false), TurnCompleted.of(TurnState.COMPLETED)));
    }

    private List<Boolean> bills(Refs refs, CanonicalPayload... payloads) {
        List<Boolean> billable = new ArrayList<>();
        for (CanonicalPayload payload : payloads) {
            for (String line : project(refs, payload)) {
                JsonNode event = json(line);
                if (event.path("type").asText().equals("usage.final")) {
                    billable.add(event.path("billable").asBoolean());
                }
            }
        }
        return billable;
    }

    private static CanonicalPayload step(boolean billable) {
        Usage step = new Usage(UsageScope.STEP, false, billable, 200L, null, null, 1L, null, null, null);
        return new ThreadTokenUsageUpdated(json("{}"), new UsageFigures(null, null, step, null, null));
    }

    @Test
    void what_becomes_nothing_says_why() {
        project(ITEM, new ItemCompleted(ItemSnapshot.of(ItemType.USER_MESSAGE).text("hi").build()));
        assertEquals(Omission.USER_ECHO, omission);
        project(ITEM, new ItemCompleted(ItemSnapshot.of(ItemType.PLAN).text("1.").build()));
        assertEquals(Omission.PLAN, omission);
        project(ITEM, new SessionConfigured(json("{'commands':[]}")));
        assertEquals(Omission.CONFIG, omission);
    }

    @Test
    void the_item_types_of_tools_have_a_kind_and_no_other_has() {
        Set<ItemType> tools = EnumSet.noneOf(ItemType.class);
        for (ItemType type : ItemType.values()) {
            if (ToolKind.of(type).isPresent()) {
                tools.add(type);
            }
        }
        assertEquals(
                EnumSet.of(
                        ItemType.COMMAND_EXECUTION,
                        ItemType.FILE_CHANGE,
                        ItemType.MCP_TOOL_CALL,
                        ItemType.DYNAMIC_TOOL_CALL,
                        ItemType.COLLAB_AGENT_TOOL_CALL,
                        ItemType.WEB_SEARCH,
                        ItemType.IMAGE_VIEW),
                tools);
    }

    @Test
    void what_is_told_again_is_no_text_no_tool_no_end_and_on_no_bill() {
        Refs turn = ITEM.withItem(null);
        List<CanonicalPayload> history = List.of(
                new TurnPayload.TurnStarted(null, null, null),
                delta(StreamKind.ASSISTANT_TEXT, "said before"),
                new ItemStarted(ItemSnapshot.of(ItemType.COMMAND_EXECUTION).build()),
                new ItemCompleted(ItemSnapshot.of(ItemType.COMMAND_EXECUTION).build()),
                used(step(100, "0.5")),
                TurnCompleted.of(TurnState.COMPLETED));
        for (CanonicalPayload payload : history) {
            Refs refs = payload.type().family() == EventType.Family.ITEM ? ITEM : turn;
            Projected projected = projection.project(new CanonicalEvent(refs, Instant.EPOCH, payload, null, true));
            assertEquals(List.of(), projected.events(), payload.toString());
            assertEquals(Omission.HISTORY, projected.omission());
        }
        assertEquals(
                List.of(quoted("{'type':'done'," + IDS + "'stopReason':'end_turn'}")),
                project(turn, TurnCompleted.of(TurnState.COMPLETED)));
    }

    private void assertEvents(List<String> expected, CanonicalPayload payload) {
        Refs refs = payload.type().family() == EventType.Family.REQUEST
                ? ITEM.withRequest(new RequestRef("1", true))
                : ITEM;
        assertEquals(expected.stream().map(AmalgmProjectionTest::quoted).toList(), project(refs, payload));
    }

    private List<String> project(Refs refs, CanonicalPayload payload) {
        Projected projected = projection.project(new CanonicalEvent(refs, Instant.EPOCH, payload, null));
        omission = projected.omission();
        return projected.events().stream().map(writer::amalgm).toList();
    }

    private static List<String> types(List<String> lines) {
        return lines.stream().map(line -> json(line).path("type").asText()).toList();
    }

    private static String text(String text) {
        return "{'type':'text.delta'," + IDS + "'itemId':'item_1','text':'" + text + "'}";
    }

    private static ItemSnapshot broken(ItemType type) {
        return ItemSnapshot.of(type).status(ItemStatus.FAILED).detail("turn ended").build();
    }

    private static ItemSnapshot message(String text) {
        return ItemSnapshot.of(ItemType.ASSISTANT_MESSAGE).text(text).build();
    }

    private static ContentDelta delta(StreamKind kind, String text) {
        return new ContentDelta(kind, text, null, null);
    }

    private static ThreadTokenUsageUpdated used(Usage step) {
        return new ThreadTokenUsageUpdated(json("{}"), new UsageFigures(null, null, step, null, null));
    }

    private static Usage step(long input, String cost) {
        return new Usage(
                UsageScope.STEP, true, false, input, null, null, 1L, null, null, new BigDecimal(cost));
    }

    private static String quoted(String json) {
        return json.replace('\'', '"');
    }

    private static JsonNode json(String text) {
        try {
            return Json.read(quoted(text).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
