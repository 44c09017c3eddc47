package dev.tapedeck.matrix;

import static dev.tapedeck.matrix.Facet.NO;
import static dev.tapedeck.matrix.Facet.YES;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.amalgm.AmalgmPayload;
import dev.tapedeck.amalgm.AmalgmType;
import dev.tapedeck.amalgm.Omission;
import dev.tapedeck.canonical.CanonicalPayload;
import dev.tapedeck.canonical.ErrorKind;
import dev.tapedeck.canonical.ItemPayload;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.RequestPayload.RequestResolved;
import dev.tapedeck.canonical.SessionFacts;
import dev.tapedeck.canonical.SessionPayload;
import dev.tapedeck.canonical.StreamKind;
import dev.tapedeck.canonical.TelemetryPayload;
import dev.tapedeck.canonical.ThreadPayload;
import dev.tapedeck.canonical.ThreadState;
import dev.tapedeck.canonical.TurnPayload.TurnAborted;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnPayload.TurnPlanUpdated;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.canonical.Usage;
import dev.tapedeck.rules.Concept;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The facets of the 16 concepts, in the order and with the titles of the normalization matrix. */
public final class Facets {
    private static final List<Facet> ALL = new Facets().all;

    private final List<Facet> all = new ArrayList<>();

    private Facets() {
        content();
        tools();
        turns();
        usage();
        sessions();
        dropped();
    }

    /** Every facet, concept by concept. */
    public static List<Facet> all() {
        return ALL;
    }

    /** The facets of one concept. */
    public static List<Facet> of(Concept concept) {
        return ALL.stream().filter(facet -> facet.concept() == concept).toList();
    }

    private void content() {
        add(Concept.TEXT, "native", "Native", Looks.or(
                Looks.stream(StreamKind.ASSISTANT_TEXT), Looks.item(ItemType.ASSISTANT_MESSAGE)));
        add(Concept.TEXT, "amalgm", "Amalgm", Looks.amalgm(AmalgmType.TEXT_DELTA));
        add(Concept.TEXT, "dedup", "Dedup", (event, amalgm) -> {
            ItemSnapshot item = Looks.snapshot(event.payload());
            boolean repeats = item != null && item.itemType() == ItemType.ASSISTANT_MESSAGE && item.text() != null;
            return Looks.when(
                    repeats && amalgm.omission() == Omission.SAID_ALREADY, "a snapshot after its stream adds nothing");
        });
        gaps(Concept.TEXT);
        add(Concept.REASONING, "native", "Native", Looks.or(
                Looks.stream(StreamKind.REASONING_TEXT, StreamKind.REASONING_SUMMARY_TEXT),
                Looks.item(ItemType.REASONING)));
        add(Concept.REASONING, "amalgm", "Amalgm", Looks.amalgm(AmalgmType.REASONING_DELTA));
        add(Concept.REASONING, "sub-types", "Sub-types", (event, amalgm) -> Looks.words(amalgm.events().stream()
                .map(each -> each.payload())
                .filter(AmalgmPayload.ReasoningDelta.class::isInstance)
                .map(each -> ((AmalgmPayload.ReasoningDelta) each).subType().word())));
        add(Concept.REASONING, "done", "Done signal", (event, amalgm) -> Looks.when(
                event.payload() instanceof ItemPayload.ItemCompleted(ItemSnapshot item)
                        && item.itemType() == ItemType.REASONING,
                null));
        gaps(Concept.REASONING);
    }

    private void tools() {
        add(Concept.TOOL_CALL, "native", "Native", Looks.tool(ItemPayload.ItemStarted.class, item -> YES));
        add(Concept.TOOL_CALL, "amalgm", "Amalgm", Looks.amalgm(AmalgmType.TOOL_STARTED));
        add(Concept.TOOL_CALL, "name", "Tool name", Looks.tool(ItemPayload.class, Facets::name));
        gaps(Concept.TOOL_CALL);
        add(Concept.TOOL_INPUT, "initial", "Native (initial)", Looks.tool(ItemPayload.ItemStarted.class, item ->
                item.input() == null ? NO : YES));
        add(Concept.TOOL_INPUT, "delta", "Native (delta)", Looks.or(
                Looks.stream(StreamKind.TOOL_INPUT),
                Looks.tool(ItemPayload.ItemUpdated.class, item -> item.input() == null ? NO : Set.of("snapshot"))));
        add(Concept.TOOL_INPUT, "amalgm", "Amalgm", Looks.amalgm(AmalgmType.TOOL_STARTED, AmalgmType.TOOL_UPDATED));
        add(Concept.TOOL_INPUT, "partial", "Partial-parse", Looks.stream(StreamKind.TOOL_INPUT));
        gaps(Concept.TOOL_INPUT);
        add(Concept.TOOL_STATE, "started", "started", Looks.tool(ItemPayload.ItemStarted.class, item -> YES));
        add(Concept.TOOL_STATE, "in-progress", "in_progress", Looks.or(
                Looks.stream(StreamKind.COMMAND_OUTPUT, StreamKind.FILE_CHANGE_OUTPUT),
                (event, amalgm) -> event.payload() instanceof TelemetryPayload.ToolProgress
                        ? Set.of("progress")
                        : Looks.tool(ItemPayload.ItemUpdated.class, item -> YES).seen(event, amalgm)));
        add(Concept.TOOL_STATE, "completed", "completed", ended(ItemStatus.COMPLETED));
        add(Concept.TOOL_STATE, "failed", "failed", Looks.or(ended(ItemStatus.FAILED), ended(ItemStatus.DECLINED)));
        add(Concept.TOOL_STATE, "amalgm", "Amalgm", Looks.amalgm(
                AmalgmType.TOOL_STARTED, AmalgmType.TOOL_UPDATED, AmalgmType.TOOL_COMPLETED));
        gaps(Concept.TOOL_STATE);
        add(Concept.TOOL_OUTPUT, "native", "Native field", Looks.tool(ItemPayload.ItemCompleted.class, item ->
                item.text() == null && item.exitCode() == null ? NO : YES));
        add(Concept.TOOL_OUTPUT, "amalgm", "Amalgm", Looks.amalgm(AmalgmType.TOOL_COMPLETED));
        add(Concept.TOOL_OUTPUT, "images", "Image outputs", Looks.tool(ItemPayload.class, item ->
                item.attachments() == null ? NO : Looks.words(item.attachments().stream()
                        .map(each -> each.kind())
                        .filter("image"::equals))));
        gaps(Concept.TOOL_OUTPUT);
        add(Concept.PERMISSION, "native", "Native", Looks.amalgm(AmalgmType.PERMISSION_REQUEST));
        add(Concept.PERMISSION, "response", "User response", (event, amalgm) -> permission(
                amalgm.events().stream().map(each -> each.payload()), null));
        add(Concept.PERMISSION, "decline", "Decline behavior", Looks.or(
                (event, amalgm) -> permission(amalgm.events().stream().map(each -> each.payload()), false),
                ended(ItemStatus.DECLINED)));
        add(Concept.PERMISSION, "amalgm", "Amalgm", Looks.amalgm(
                AmalgmType.PERMISSION_REQUEST, AmalgmType.PERMISSION_RESPONSE));
        fixed(Concept.PERMISSION, "proposed", "Proposed", "emitted: permission_request and permission_response");
        gaps(Concept.PERMISSION);
    }

    private void turns() {
        add(Concept.TURN_END, "end", "End turn", ends(EnumSet.of(TurnState.COMPLETED)));
        add(Concept.TURN_END, "cancel", "Cancel", Looks.or(
                ends(EnumSet.of(TurnState.CANCELLED, TurnState.INTERRUPTED)),
                (event, amalgm) -> Looks.when(event.payload() instanceof TurnAborted, null)));
        add(Concept.TURN_END, "error", "Error end", ends(EnumSet.of(TurnState.FAILED)));
        add(Concept.TURN_END, "amalgm", "Amalgm", (event, amalgm) -> Looks.words(amalgm.events().stream()
                .map(each -> each.payload())
                .filter(AmalgmPayload.Done.class::isInstance)
                .map(each -> "done " + ((AmalgmPayload.Done) each).stopReason().word())));
        gaps(Concept.TURN_END);
        add(Concept.COMPACTION, "start", "Native start", compactionStarts());
        add(Concept.COMPACTION, "finish", "Native finish", (event, amalgm) -> Looks.when(
                event.payload() instanceof ItemPayload.ItemCompleted(ItemSnapshot item)
                                && item.itemType() == ItemType.CONTEXT_COMPACTION
                        || event.payload() instanceof ThreadPayload.ThreadStateChanged changed
                                && changed.state() == ThreadState.COMPACTED,
                null));
        add(Concept.COMPACTION, "in-progress", "In-progress signal", compactionStarts());
        add(Concept.COMPACTION, "emit", "Engine emit", Looks.amalgm(
                AmalgmType.COMPACTION_STARTED, AmalgmType.COMPACTION_FINISHED));
        fixed(Concept.COMPACTION, "render", "UI render", "the host's window, not on the wire");
        fixed(Concept.COMPACTION, "persistence", "Persistence", "the host's store, not on the wire");
        gaps(Concept.COMPACTION);
        add(Concept.ERROR, "auth", "Auth", fails(EnumSet.of(ErrorKind.AUTH)));
        add(Concept.ERROR, "model", "Model (rate limit, overflow, unavailable)", fails(
                EnumSet.of(ErrorKind.MODEL, ErrorKind.RATE_LIMIT)));
        add(Concept.ERROR, "runtime", "Runtime / transport", fails(EnumSet.of(ErrorKind.TRANSPORT)));
        add(Concept.ERROR, "validation", "Validation", fails(EnumSet.of(ErrorKind.VALIDATION)));
        add(Concept.ERROR, "amalgm", "Amalgm", Looks.amalgm(AmalgmType.ERROR, AmalgmType.WARNING));
        gaps(Concept.ERROR);
    }

    private void usage() {
        add(Concept.USAGE, "source", "Source", Looks.usage(usage -> usage));
        add(Concept.USAGE, "input", "input", Looks.usage(Usage::inputTokens));
        at("input_?tokens|input");
        add(Concept.USAGE, "output", "output", Looks.usage(Usage::outputTokens));
        at("output_?tokens|output");
        add(Concept.USAGE, "cache-read", "cache read", Looks.usage(Usage::cachedInputTokens));
        at("cache_?read[a-z_]*|cached[a-z_]*");
        add(Concept.USAGE, "cache-write", "cache write", Looks.usage(Usage::cacheWriteTokens));
        at("cache_?(write|creation)[a-z_]*");
        add(Concept.USAGE, "reasoning", "reasoning", Looks.usage(Usage::reasoningTokens));
        at("reasoning[a-z_]*|thinking_?tokens|thought[a-z_]*");
        add(Concept.USAGE, "amalgm", "Amalgm", Looks.amalgm(AmalgmType.USAGE_FINAL));
        add(Concept.USAGE, "cadence", "Cadence", (event, amalgm) -> figures(
                amalgm.events().stream().map(each -> each.payload()), false));
        gaps(Concept.USAGE);
        add(Concept.COST, "native", "Native", Looks.or(
                Looks.usage(Usage::costUsd),
                (event, amalgm) -> Looks.when(
                        event.payload() instanceof TurnCompleted end && end.totalCostUsd() != null, "process")));
        at("[a-z_]*cost[a-z_]*");
        add(Concept.COST, "amalgm", "Amalgm", (event, amalgm) -> figures(
                amalgm.events().stream().map(each -> each.payload()), true));
        add(Concept.COST, "cadence", "Cadence", Looks.usage(Usage::costUsd));
        gaps(Concept.COST);
    }

    private void sessions() {
        add(Concept.SESSION, "native", "Native", (event, amalgm) -> Looks.when(
                facts(event.payload()) != null || event.payload() instanceof SessionPayload.SessionStarted, null));
        add(Concept.SESSION, "amalgm", "Amalgm", Looks.amalgm(AmalgmType.SESSION_INIT));
        add(Concept.SESSION, "extra", "Extra fields (cwd / model / tools)", (event, amalgm) ->
                told(facts(event.payload())));
        at("cwd|model|tools");
        add(Concept.SESSION, "title", "Title", Looks.amalgm(AmalgmType.TITLE_GENERATED));
        gaps(Concept.SESSION);
        add(Concept.MULTIMODAL, "image-input", "Image input", Looks.attachments(
                type -> type == ItemType.USER_MESSAGE, "image"::equals));
        alsoSent("image"::equals);
        add(Concept.MULTIMODAL, "image-output", "Image output", Looks.attachments(
                type -> type != ItemType.USER_MESSAGE, "image"::equals));
        add(Concept.MULTIMODAL, "audio", "Audio", Looks.or(
                Looks.attachments(type -> true, "audio"::equals),
                (event, amalgm) -> Looks.when(
                        event.payload() instanceof ThreadPayload.ThreadRealtimeAudioDelta, "realtime")));
        alsoSent("audio"::equals);
        add(Concept.MULTIMODAL, "files", "Files / attachments", Looks.attachments(
                type -> true, kind -> !Set.of("image", "audio").contains(kind)));
        alsoSent(kind -> !Set.of("image", "audio").contains(kind));
        add(Concept.MULTIMODAL, "amalgm", "Amalgm", (event, amalgm) -> Looks.words(amalgm.events().stream()
                .filter(each -> each.type() == AmalgmType.CONTENT_BLOCK
                        || each.payload() instanceof AmalgmPayload.ToolCompleted tool && tool.content() != null)
                .map(each -> each.type().word())));
        gaps(Concept.MULTIMODAL);
        add(Concept.MCP, "marker", "Native marker", Looks.tool(ItemPayload.class, item ->
                item.server() == null ? NO : Set.of(item.server() + " " + item.tool())));
        add(Concept.MCP, "amalgm", "Amalgm", (event, amalgm) -> Looks.words(amalgm.events().stream()
                .filter(each -> each.payload() instanceof AmalgmPayload.ToolStarted tool && tool.mcp() != null)
                .map(each -> each.type().word() + " mcp")));
        fixed(Concept.MCP, "branding", "App branding", "the host's window, by the server's name in tool.started");
        gaps(Concept.MCP);
    }

    private void dropped() {
        drop("plan", "Plan", Omission.PLAN, (event, amalgm) -> {
            ItemSnapshot item = Looks.snapshot(event.payload());
            return Looks.when(
                    event.payload() instanceof TurnPlanUpdated || item != null && item.itemType() == ItemType.PLAN,
                    null);
        });
        drop("mode", "Mode", Omission.MODE, Looks.member(Facets::options, Pattern.compile("(?i).*modes?")));
        drop("commands", "Available commands", Omission.COMMANDS, Looks.member(
                Facets::options, Pattern.compile("(?i).*commands")));
        drop("config", "Config option changes", Omission.CONFIG, (event, amalgm) -> {
            boolean changes = event.payload() instanceof ThreadPayload.ThreadMetadataUpdated;
            JsonNode options = options(event.payload());
            return changes && options != null && !options.isEmpty() ? YES : NO;
        });
        drop("user-echo", "User message echo", Omission.USER_ECHO, Looks.item(ItemType.USER_MESSAGE));
    }

    private static Set<String> name(ItemSnapshot item) {
        String word = Looks.kindOf(item).word();
        return Set.of(item.tool() == null ? word : item.tool() + " → " + word);
    }

    private static Facet.Look ended(ItemStatus status) {
        return Looks.tool(ItemPayload.ItemCompleted.class, item -> {
            ItemStatus told = Objects.requireNonNullElse(item.status(), ItemStatus.COMPLETED);
            return told == status ? Set.of(told.word()) : NO;
        });
    }

    private static Set<String> permission(Stream<AmalgmPayload> payloads, @Nullable Boolean approved) {
        return Looks.words(payloads.filter(AmalgmPayload.PermissionResponse.class::isInstance)
                .map(AmalgmPayload.PermissionResponse.class::cast)
                .filter(answer -> approved == null || answer.approved() == approved)
                .map(answer -> Objects.requireNonNullElse(
                        answer.decision(), Objects.requireNonNullElse(answer.reason(), "answered"))));
    }

    private static Facet.Look ends(Set<TurnState> states) {
        return (event, amalgm) -> event.payload() instanceof TurnCompleted end && states.contains(end.state())
                ? Set.of(Objects.requireNonNullElse(end.stopReason(), end.state().word()))
                : NO;
    }

    private static Facet.Look compactionStarts() {
        return (event, amalgm) -> Looks.when(
                event.payload() instanceof ItemPayload.ItemStarted(ItemSnapshot item)
                        && item.itemType() == ItemType.CONTEXT_COMPACTION,
                null);
    }

    private static Facet.Look fails(Set<ErrorKind> kinds) {
        return (event, amalgm) -> Looks.words(amalgm.events().stream()
                .map(each -> switch (each.payload()) {
                    case AmalgmPayload.Failure failure when kinds.contains(failure.errorType()) ->
                        failure.errorType().word();
                    case AmalgmPayload.Warning warning
                    when warning.errorType() != null && kinds.contains(warning.errorType()) ->
                        warning.errorType().word() + " (goes on)";
                    case AmalgmPayload other -> "";
                })
                .filter(word -> !word.isEmpty()));
    }

    private static Set<String> figures(Stream<AmalgmPayload> payloads, boolean withCost) {
        return Looks.words(payloads.filter(AmalgmPayload.UsageFinal.class::isInstance)
                .map(AmalgmPayload.UsageFinal.class::cast)
                .filter(usage -> !withCost || usage.costUsd() != null)
                .map(usage -> usage.cadence().word() + (usage.exact() ? " exact" : " estimated")
                        + (usage.billable() ? " billable" : "")));
    }

    private static @Nullable SessionFacts facts(CanonicalPayload payload) {
        return switch (payload) {
            case SessionPayload.SessionConfigured configured -> configured.facts();
            case ThreadPayload.ThreadStarted started -> started.facts();
            case ThreadPayload.ThreadMetadataUpdated updated -> updated.facts();
            case CanonicalPayload other -> null;
        };
    }

    private static Set<String> told(@Nullable SessionFacts facts) {
        if (facts == null) {
            return NO;
        }
        Set<String> told = new TreeSet<>();
        told.add(facts.cwd() == null ? "" : "cwd");
        told.add(facts.model() == null ? "" : "model");
        told.add(facts.tools() == null ? "" : "tools");
        told.remove("");
        return told.isEmpty() ? NO : told;
    }

    private static @Nullable JsonNode options(CanonicalPayload payload) {
        return switch (payload) {
            case SessionPayload.SessionConfigured configured -> configured.config();
            case ThreadPayload.ThreadStarted started -> started.settings();
            case ThreadPayload.ThreadMetadataUpdated updated ->
                updated.settings() == null ? updated.metadata() : updated.settings();
            case CanonicalPayload other -> null;
        };
    }

    private void add(Concept concept, String key, String title, Facet.Look look) {
        all.add(new Facet(concept, key(concept, key), title, new Facet.Shown(look, null), null));
    }

    private void drop(String key, String title, Omission why, Facet.Look look) {
        Concept concept = Concept.DROPPED_TODAY;
        all.add(new Facet(concept, key(concept, key), title, new Facet.Shown(look, why), null));
    }

    /** The paths of the facet just added that are its own, by their last part. */
    private void at(String path) {
        Facet last = all.removeLast();
        Pattern paths = Pattern.compile("(?i)(.*[./])?(" + path + ")(:.*)?");
        all.add(new Facet(last.concept(), last.key(), last.title(), last.filling(), paths));
    }

    /** The facet added last is also shown by what a client attaches to its sends. */
    private void alsoSent(Predicate<String> kinds) {
        Facet last = all.removeLast();
        all.add(new Facet(last.concept(), last.key(), last.title(), last.filling(), last.paths(), kinds));
    }

    private void gaps(Concept concept) {
        all.add(new Facet(concept, key(concept, "gaps"), "Gaps", new Facet.Gaps(), null));
    }

    private void fixed(Concept concept, String key, String title, String sentence) {
        all.add(new Facet(concept, key(concept, key), title, new Facet.Fixed(sentence), null));
    }

    private static String key(Concept concept, String key) {
        return concept.name().toLowerCase(Locale.ROOT).replace('_', '-') + "." + key;
    }
}
