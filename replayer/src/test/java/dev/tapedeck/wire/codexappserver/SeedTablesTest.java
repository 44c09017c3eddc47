package dev.tapedeck.wire.codexappserver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.matrix.KindList;
import dev.tapedeck.matrix.KindLists;
import dev.tapedeck.mapping.Outcome;
import dev.tapedeck.rules.Kind;
import dev.tapedeck.rules.Rule;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The book beside what it must say: the seed's tables as data, and the vendor's own list of kinds. */
class SeedTablesTest {
    /** canonical-events 3.1 and 3.2: method, then every canonical event that the table names for it. */
    private static final String TABLES =
            """
            thread/started                          thread.started
            thread/status/changed                   thread.state.changed
            thread/archived                         thread.state.changed
            thread/unarchived                       thread.state.changed
            thread/closed                           thread.state.changed
            thread/name/updated                     thread.metadata.updated
            thread/tokenUsage/updated               thread.token-usage.updated
            turn/started                            turn.started
            turn/completed                          turn.completed
            turn/diff/updated                       turn.diff.updated
            turn/plan/updated                       turn.plan.updated
            item/started                            item.started
            item/completed                          item.completed
            item/agentMessage/delta                 content.delta
            item/plan/delta                         content.delta
            item/commandExecution/outputDelta       content.delta
            item/fileChange/outputDelta             content.delta
            item/reasoning/summaryTextDelta         content.delta
            item/reasoning/summaryPartAdded         item.updated
            item/reasoning/textDelta                content.delta
            item/mcpToolCall/progress               tool.progress
            item/commandExecution/terminalInteraction item.updated
            serverRequest/resolved                  request.resolved
            model/rerouted                          model.rerouted
            thread/compacted                        thread.state.changed
            thread/realtime/started                 thread.realtime.started
            thread/realtime/itemAdded               thread.realtime.item-added
            thread/realtime/outputAudio/delta       thread.realtime.audio.delta
            thread/realtime/error                   thread.realtime.error
            thread/realtime/closed                  thread.realtime.closed
            error                                   runtime.error
            deprecationNotice                       deprecation.notice
            configWarning                           config.warning
            account/updated                         account.updated
            account/rateLimits/updated              account.rate-limits.updated
            mcpServer/oauthLogin/completed          mcp.oauth.completed
            windows/worldWritableWarning            runtime.warning
            windowsSandbox/setupCompleted           session.state.changed runtime.warning
            app/list/updated                        runtime.warning
            account/login/completed                 auth.status
            item/commandExecution/requestApproval   request.opened
            item/fileChange/requestApproval         request.opened
            applyPatchApproval                      request.opened
            execCommandApproval                     request.opened
            item/tool/requestUserInput              user-input.requested request.opened
            item/tool/call                          request.opened
            account/chatgptAuthTokens/refresh       request.opened
            """;

    /**
     * Names of the normalization matrix's Codex column that neither a list nor a recording has: they stay unmapped, so
     * that whoever meets one sees it.
     */
    private static final List<String> NEVER_SEEN =
            List.of("item/updated", "item/reasoning/delta", "turn/failed", "turn/error", "session/created");

    /** Seen on the wire and in no list of this version. */
    private static final List<String> UNLISTED = List.of("rawResponse/completed", "rawResponseItem/completed");

    @Test
    void every_row_of_the_seeds_tables_is_a_rule_that_emits_what_the_row_says() {
        Map<String, Set<EventType>> claims = claims();
        Set<String> wrong = new TreeSet<>();
        int rows = 0;
        for (String row : TABLES.lines().toList()) {
            String[] words = row.split(" +");
            rows++;
            for (String word : List.of(words).subList(1, words.length)) {
                Set<EventType> claimed = claims.getOrDefault(words[0], Set.of());
                if (claimed.stream().noneMatch(type -> type.word().equals(word))) {
                    wrong.add(words[0] + " does not emit " + word);
                }
            }
        }
        assertEquals(Set.of(), wrong);
        assertEquals(47, rows);
    }

    @Test
    void every_kind_that_the_vendor_lists_has_a_rule() {
        Set<String> without = new TreeSet<>(list().kinds());
        for (Rule rule : CodexAppServer.BOOK.rules()) {
            for (String kind = rule.kind(); !kind.isEmpty(); kind = parent(kind)) {
                without.remove(kind);
            }
        }
        assertEquals(Set.of(), without);
    }

    @Test
    void no_rule_is_for_a_kind_that_the_vendor_does_not_know() {
        Set<String> invented = new TreeSet<>();
        for (Rule rule : CodexAppServer.BOOK.rules()) {
            String kind = rule.kind();
            boolean answer = kind.contains("#") || kind.endsWith(":" + Kind.UNTOLD);
            if (!answer && !list().kinds().contains(kind) && !list().kinds().contains(parent(kind))) {
                invented.add(kind);
            }
        }
        assertEquals(new TreeSet<>(UNLISTED), invented);
    }

    @Test
    void a_name_that_only_the_seeds_matrix_knows_stays_unmapped() {
        for (String name : NEVER_SEEN) {
            Tape.Mapped mapped = Tape.of(CodexAppServer.BOOK, "{\"method\":\"" + name + "\",\"params\":{}}").map();
            assertEquals(Outcome.UNMAPPED, mapped.outcomes().getFirst(), name);
        }
    }

    @Test
    void a_rule_that_drops_says_why_in_words() {
        for (Rule rule : CodexAppServer.BOOK.rules()) {
            if (rule instanceof Rule.Drop drop) {
                assertEquals(true, drop.reason().split(" ").length >= 5, drop.kind() + ": " + drop.reason());
            }
        }
    }

    private static KindList list() {
        return KindLists.all().stream()
                .filter(list -> list.wire().equals(CodexAppServer.WIRE))
                .findFirst()
                .orElseThrow();
    }

    private static Map<String, Set<EventType>> claims() {
        Map<String, Set<EventType>> claims = new TreeMap<>();
        for (Rule rule : CodexAppServer.BOOK.rules()) {
            if (rule instanceof Rule.Map map) {
                for (String kind = map.kind(); !kind.isEmpty(); kind = parent(kind)) {
                    claims.computeIfAbsent(kind, key -> new TreeSet<>()).addAll(map.emits());
                }
            }
        }
        return claims;
    }

    private static String parent(String kind) {
        int colon = kind.lastIndexOf(':');
        return colon < 0 ? "" : kind.substring(0, colon);
    }
}
