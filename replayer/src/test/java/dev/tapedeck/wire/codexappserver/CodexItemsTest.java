package dev.tapedeck.wire.codexappserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.canonical.Attachment;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeWarning;
import dev.tapedeck.canonical.ThreadPayload.ThreadMetadataUpdated;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.mapping.Outcome;
import dev.tapedeck.runtime.ItemKind;
import dev.tapedeck.runtime.ItemState;
import dev.tapedeck.runtime.Patch;
import dev.tapedeck.runtime.RuntimeEvent;
import dev.tapedeck.runtime.RuntimeEvent.ItemUpdated;
import dev.tapedeck.runtime.RuntimeEvent.ThreadUpdated;
import dev.tapedeck.runtime.RuntimeEvent.TurnUpdated;
import dev.tapedeck.runtime.TextPatch;
import dev.tapedeck.runtime.TurnPhase;
import java.util.List;
import org.junit.jupiter.api.Test;

class CodexItemsTest {

    @Test
    void C14_an_approval_with_id_0_is_a_request_that_its_id_resolves() {
        Tape.Mapped mapped = Tape.ofCase("C14-codex-request-id-zero.ndjson").map();
        List<RuntimeEvent.RequestUpdated> requests = mapped.runtime(RuntimeEvent.RequestUpdated.class);
        assertEquals(
                List.of("0 PENDING exec-1", "0 RESOLVED exec-1"),
                requests.stream()
                        .map(request -> request.request().key() + " " + request.state() + " " + request.item())
                        .toList());
        assertTrue(mapped.runtime(TurnUpdated.class).stream().anyMatch(turn -> turn.phase() == TurnPhase.NEEDS_INPUT));
        List<ItemUpdated> approvals = mapped.runtime(ItemUpdated.class).stream()
                .filter(item -> item.kind() == ItemKind.APPROVAL)
                .toList();
        assertEquals(
                List.of(Patch.set(ItemState.OPEN), Patch.set(ItemState.COMPLETED)),
                approvals.stream().map(ItemUpdated::state).toList());
        assertEquals("{}", mapped.scratch().toString());
    }

    @Test
    void C19_a_file_change_without_deltas_completes_and_an_unknown_kind_is_unmapped() {
        Tape tape = Tape.ofCase("C19-codex-renamed-events.ndjson");
        tape.out(Lines.json("{'method':'thread/mood/changed','params':{'threadId':'t1','mood':'good'}}"));
        Tape.Mapped mapped = tape.map();
        ItemSnapshot item = mapped.payloads(ItemCompleted.class).getFirst().item();
        assertEquals(ItemType.FILE_CHANGE, item.itemType());
        assertEquals("+hi\n", item.text());
        assertEquals("/workspace/a.txt", item.title());
        assertEquals(1, mapped.payloads(dev.tapedeck.canonical.TurnPayload.TurnDiffUpdated.class).size());
        assertEquals(1, mapped.outcomes().stream().filter(Outcome.Unmapped.class::isInstance).count());
        RuntimeWarning warning = mapped.payloads(RuntimeWarning.class).getFirst();
        assertEquals("thread/mood/changed", warning.detail().path("kind").asText());
        assertEquals("good", mapped.canonical().getLast().raw().payload().at("/params/mood").asText());
        assertTrue(mapped.emissions().getLast().events().isEmpty());
    }

    @Test
    void C24_nothing_but_the_provider_completes_an_item() {
        Tape.Mapped mapped = Tape.ofCase("C24-codex-abandoned-items.ndjson").map();
        assertEquals(List.of(), mapped.payloads(ItemCompleted.class));
        List<ItemUpdated> items = mapped.runtime(ItemUpdated.class);
        assertEquals(4, items.size());
        assertEquals(new TextPatch.Append("I started "), items.getLast().text());
        assertTrue(items.stream().allMatch(item -> item.exitCode().equals(Patch.keep())));
    }

    @Test
    void C28_a_childs_turn_ends_the_child_and_the_parent_edge_is_kept() {
        Tape.Mapped mapped = Tape.ofCase("C28-codex-child-turn-completed.ndjson").map();
        String parent = "0199c0de-0000-7000-8000-0000000000a1";
        String child = "0199c0de-0000-7000-8000-0000000000a2";
        assertTrue(mapped.runtime(ThreadUpdated.class).stream()
                .anyMatch(thread -> thread.thread().equals(child) && thread.parent().equals(Patch.set(parent))));
        assertEquals(
                List.of(parent + " WORKING", child + " WORKING", child + " IDLE", parent + " IDLE"),
                mapped.runtime(TurnUpdated.class).stream().map(turn -> turn.thread() + " " + turn.phase()).toList());
        TurnUpdated childTurn = mapped.runtime(TurnUpdated.class).get(1);
        assertEquals(Patch.set(parent), childTurn.parentThread());
        List<TurnCompleted> ends = mapped.payloads(TurnCompleted.class);
        assertEquals(9, ends.getFirst().turnUsage().totalTokens());
        assertNull(ends.getLast().turnUsage());
    }

    @Test
    void only_spawning_an_agent_makes_it_a_child() {
        String call = ",'tool':'%s','status':'completed','senderThreadId':'t1','receiverThreadIds':['t2']";
        Tape.Mapped mapped = Tape.of(
                        CodexAppServer.BOOK,
                        Lines.item("completed", "collabAgentToolCall", "i1", call.formatted("sendMessage")),
                        Lines.item("completed", "collabAgentToolCall", "i2", call.formatted("spawnAgent")))
                .map();
        assertEquals(1, mapped.payloads(ThreadMetadataUpdated.class).size());
        assertEquals("t1", mapped.payloads(ThreadMetadataUpdated.class).getFirst().parentThread());
        assertEquals(
                List.of(ItemKind.SUBAGENT, ItemKind.SUBAGENT),
                mapped.runtime(ItemUpdated.class).stream().map(ItemUpdated::kind).toList());
    }

    @Test
    void what_a_tool_gives_back_beside_text_is_attached_to_its_item() {
        String content = "[{'type':'text','text':'a'},{'type':'image','data':'AAAA','mimeType':'image/png'},"
                + "{'type':'resource','resource':{'uri':'file:///b','text':'B'}},{'type':'text','text':'c'}]";
        String items = "[{'type':'inputText','text':'drawn'},{'type':'inputImage','imageUrl':'data:,x'}]";
        Tape.Mapped mapped = Tape.of(
                        CodexAppServer.BOOK,
                        Lines.item("completed", "mcpToolCall", "i1",
                                ",'server':'s','tool':'t','status':'completed','result':{'content':" + content + "}"),
                        Lines.item("completed", "dynamicToolCall", "i2",
                                ",'tool':'t','status':'completed','contentItems':" + items))
                .map();
        ItemSnapshot mcp = mapped.payloads(ItemCompleted.class).getFirst().item();
        assertEquals("a\nc", mcp.text());
        assertEquals(List.of("image", "resource"), mcp.attachments().stream().map(Attachment::kind).toList());
        assertEquals("file:///b", mcp.attachments().getLast().name());
        ItemSnapshot dynamic = mapped.payloads(ItemCompleted.class).getLast().item();
        assertEquals("drawn", dynamic.text());
        assertEquals("image", dynamic.attachments().getFirst().kind());
    }

    @Test
    void an_item_type_that_nobody_knows_is_unmapped_and_emits_no_runtime_event() {
        Tape.Mapped mapped =
                Tape.of(CodexAppServer.BOOK, Lines.item("started", "hologram", "i1", "")).map();
        assertInstanceOf(Outcome.Unmapped.class, mapped.outcomes().getFirst());
        assertEquals(List.of(), mapped.runtime());
    }

    @Test
    void an_item_status_that_nobody_knows_is_no_success() {
        for (String status : List.of("exploded", "inProgress", "interrupted")) {
            String members = ",'command':'ls','status':'" + status + "'";
            ItemSnapshot item = Tape.of(
                            CodexAppServer.BOOK, Lines.item("completed", "commandExecution", "i1", members))
                    .map()
                    .payloads(ItemCompleted.class)
                    .getFirst()
                    .item();
            assertEquals(ItemStatus.FAILED, item.status());
            assertEquals("ended with status " + status, item.detail());
        }
    }

    @Test
    void a_turn_status_that_nobody_knows_is_no_success() {
        Tape.Mapped mapped = Tape.of(CodexAppServer.BOOK, Lines.turnCompleted("t1", "u1", "evaporated")).map();
        assertEquals("unknown turn status evaporated", mapped.payloads(TurnCompleted.class).getFirst().errorMessage());
        assertEquals(
                Patch.set(dev.tapedeck.runtime.TurnDetail.FAILED),
                mapped.runtime(TurnUpdated.class).getFirst().detail());
    }

    @Test
    void a_turn_that_is_completed_in_progress_goes_on() {
        Tape.Mapped mapped = Tape.of(CodexAppServer.BOOK, Lines.turnCompleted("t1", "u1", "inProgress")).map();
        assertEquals(TurnPhase.WORKING, mapped.runtime(TurnUpdated.class).getFirst().phase());
    }

    @Test
    void a_field_that_is_null_or_missing_or_of_another_type_is_a_fault_that_names_it() {
        String place = "'threadId':'t','turnId':'u'";
        assertFault("/params/delta", notice("item/plan/delta", place + ",'itemId':'i','delta':null"));
        assertFault("/params/delta", notice("item/plan/delta", place + ",'itemId':'i','delta':7"));
        assertFault("/params/itemId", notice("item/plan/delta", place + ",'delta':'x'"));
        assertFault("/params/threadId", notice("thread/archived", ""));
        assertFault("/params/turnId", notice("turn/diff/updated", "'threadId':'t','turnId':null,'diff':'x'"));
        assertFault("/params/item/type", notice("item/started", place + ",'item':{'id':'i'}"));
        assertFault("/params/item/type", notice("item/completed", place + ",'item':null"));
        assertFault("/params/status/type", notice("thread/status/changed", "'threadId':'t','status':{}"));
        assertFault("/params/item/command", Lines.item("started", "commandExecution", "i", ""));
        String tooLarge = ",'command':'x','exitCode':99999999999";
        assertFault("/params/item/exitCode", Lines.item("completed", "commandExecution", "i", tooLarge));
    }

    private static String notice(String method, String params) {
        return "{'method':'" + method + "','params':{" + params + "}}";
    }

    @Test
    void a_fault_leaves_scratch_and_neighbours_alone() {
        Tape.Mapped mapped = Tape.of(
                        CodexAppServer.BOOK,
                        Lines.turnStarted("t1", "u1"),
                        Lines.json("{'method':'turn/started','params':{'turn':{'id':'u2'}}}"),
                        Lines.json("{'method':'attestation/generate','id':5,'params':null}"),
                        Lines.turnCompleted("t1", "u1", "completed"))
                .map();
        assertInstanceOf(Outcome.Faulted.class, mapped.outcomes().get(1));
        assertEquals(3, mapped.canonical().size());
        assertEquals("{\"requests\":{\"5\":{\"type\":\"AUTH_TOKENS_REFRESH\"}}}", mapped.scratch().toString());
    }

    @Test
    void an_unknown_extra_field_does_no_harm() {
        String members = ",'text':'hi','mood':{'deep':[1]},'phase':'new_phase'";
        Tape.Mapped mapped = Tape.of(CodexAppServer.BOOK, Lines.item("completed", "agentMessage", "i1", members))
                .map();
        assertEquals("hi", mapped.payloads(ItemCompleted.class).getFirst().item().text());
    }

    @Test
    void tool_arguments_as_deep_as_the_reader_allows_are_mapped_and_written() {
        String deep = "[".repeat(990) + "]".repeat(990);
        Tape.Mapped mapped = Tape.of(
                        CodexAppServer.BOOK,
                        Lines.item("started", "mcpToolCall", "i1", ",'server':'s','tool':'t','arguments':" + deep))
                .map();
        assertInstanceOf(Outcome.Mapped.class, mapped.outcomes().getFirst());
        String line = dev.tapedeck.events.EventWriter.full("p", new dev.tapedeck.events.CanonicalIds("s", 1))
                .canonical(mapped.canonical().getFirst(), 1);
        assertTrue(line.contains(deep));
    }

    private static void assertFault(String pointer, String line) {
        Tape.Mapped mapped = Tape.of(CodexAppServer.BOOK, Lines.json(line)).map();
        Outcome.Faulted fault = assertInstanceOf(Outcome.Faulted.class, mapped.outcomes().getFirst(), line);
        assertTrue(fault.reason().startsWith(pointer + ": expected "), fault.reason());
        assertEquals(List.of(), mapped.emissions());
    }
}
