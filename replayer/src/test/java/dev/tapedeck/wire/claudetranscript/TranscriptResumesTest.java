package dev.tapedeck.wire.claudetranscript;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.scratch.Scratch;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the rules of project files take over from history after lines were lost. */
class TranscriptResumesTest {
    private final Scratch.Editor scratch = Scratch.EMPTY.edit();

    @Test
    void a_turn_goes_on_where_history_has_it_and_its_thread_begins_no_second_time() {
        resume(new Resumed("s", null, "4", true));
        assertEquals("[4,true]", scratch.get("turn/s").toString());
        assertNotNull(scratch.get("begun/s"));
    }

    @Test
    void a_sub_agents_file_leaves_the_sessions_own_thread_what_it_was() {
        resume(new Resumed("s", null, "2", true));
        resume(new Resumed("agent", "s", "1", false));
        assertEquals("s", scratch.text("thread"));
        assertEquals("[1,false]", scratch.get("turn/agent").toString());
        assertNotNull(scratch.get("begun/agent"));
    }

    @Test
    void tools_without_a_result_are_known_by_the_names_that_the_file_uses() {
        resume(new Resumed("s", null, "1", true, false, null,
                List.of(tool("a", "Bash", null, true), tool("b", "echo", "tiny", true), tool("c", "Read", null, false)),
                List.of()));
        assertEquals("{\"a\":\"Bash\",\"b\":\"mcp__tiny__echo\"}", scratch.get("tools").toString());
    }

    private void resume(Resumed thread) {
        ClaudeTranscript.BOOK.resume(thread, scratch);
    }

    private static Resumed.Item tool(String id, String tool, @Nullable String server, boolean open) {
        return new Resumed.Item(id, "1", ItemType.DYNAMIC_TOOL_CALL, open, true, tool, server, null, 0);
    }
}
