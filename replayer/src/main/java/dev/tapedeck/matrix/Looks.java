package dev.tapedeck.matrix;

import static dev.tapedeck.matrix.Facet.NO;
import static dev.tapedeck.matrix.Facet.YES;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.amalgm.AmalgmType;
import dev.tapedeck.canonical.Attachment;
import dev.tapedeck.canonical.CanonicalPayload;
import dev.tapedeck.canonical.ItemPayload;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.StreamKind;
import dev.tapedeck.canonical.ThreadPayload.ThreadTokenUsageUpdated;
import dev.tapedeck.canonical.ToolKind;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.Usage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Looks that several facets share. */
final class Looks {
    private Looks() {}

    /** Events that became one of these amalgm events. */
    static Facet.Look amalgm(AmalgmType first, AmalgmType... more) {
        Set<AmalgmType> wanted = EnumSet.of(first, more);
        return (event, amalgm) -> words(amalgm.events().stream()
                .map(each -> each.type())
                .filter(wanted::contains)
                .map(AmalgmType::word));
    }

    /** Items of this type, in whatever state; where one only ends, the frame is about something else. */
    static Facet.Look item(ItemType type) {
        return (event, amalgm) -> {
            ItemSnapshot item = snapshot(event.payload());
            boolean ends = event.payload() instanceof ItemPayload.ItemCompleted(ItemSnapshot end)
                    && Carried.isMereEnd(end);
            return item != null && item.itemType() == type && !ends ? YES : NO;
        };
    }

    /** Pieces of these streams. */
    static Facet.Look stream(StreamKind first, StreamKind... more) {
        Set<StreamKind> wanted = EnumSet.of(first, more);
        return (event, amalgm) -> event.payload() instanceof ItemPayload.ContentDelta delta
                        && wanted.contains(delta.streamKind())
                ? Set.of(delta.streamKind().word())
                : NO;
    }

    /** Snapshots of tools of this class of event. */
    static Facet.Look tool(Class<? extends ItemPayload> type, Function<ItemSnapshot, Set<String>> look) {
        return (event, amalgm) -> {
            ItemSnapshot item = snapshot(event.payload());
            return type.isInstance(event.payload()) && item != null && isTool(item) ? look.apply(item) : NO;
        };
    }

    /** Things that items carry beside text. */
    static Facet.Look attachments(Predicate<ItemType> on, Predicate<String> kind) {
        return (event, amalgm) -> {
            ItemSnapshot item = snapshot(event.payload());
            if (item == null || item.attachments() == null || !on.test(item.itemType())) {
                return NO;
            }
            return words(item.attachments().stream().map(Attachment::kind).filter(kind));
        };
    }

    /** Figures that hold this number. */
    static Facet.Look usage(Function<Usage, @Nullable Object> figure) {
        return (event, amalgm) -> {
            List<@Nullable Usage> figures = new ArrayList<>();
            if (event.payload() instanceof ThreadTokenUsageUpdated used) {
                figures.addAll(Arrays.asList(
                        used.figures().step(), used.figures().turn(), used.figures().thread()));
            } else if (event.payload() instanceof TurnCompleted completed) {
                figures.add(completed.turnUsage());
            }
            return words(figures.stream()
                    .filter(Objects::nonNull)
                    .filter(usage -> figure.apply(usage) != null)
                    .map(usage -> usage.scope().word()));
        };
    }

    /** Objects of the provider's own in which a member of such a name stands. */
    static Facet.Look member(Function<CanonicalPayload, @Nullable JsonNode> told, Pattern name) {
        return (event, amalgm) -> {
            JsonNode json = told.apply(event.payload());
            return json == null ? NO : words(json.propertyStream().map(member -> member.getKey())
                    .filter(key -> name.matcher(key).matches()));
        };
    }

    /** The events of one look, else of the other. */
    static Facet.Look or(Facet.Look one, Facet.Look other) {
        return (event, amalgm) -> {
            Set<String> first = one.seen(event, amalgm);
            return first == NO ? other.seen(event, amalgm) : first;
        };
    }

    /** The words, or that there are none. */
    static Set<String> words(Stream<String> words) {
        Set<String> found = words.collect(Collectors.toCollection(TreeSet::new));
        return found.isEmpty() ? NO : found;
    }

    static Set<String> when(boolean about, @Nullable String word) {
        return about ? word == null ? YES : Set.of(word) : NO;
    }

    static @Nullable ItemSnapshot snapshot(CanonicalPayload payload) {
        return switch (payload) {
            case ItemPayload.ItemStarted(ItemSnapshot item) -> item;
            case ItemPayload.ItemUpdated(ItemSnapshot item) -> item;
            case ItemPayload.ItemCompleted(ItemSnapshot item) -> item;
            case CanonicalPayload other -> null;
        };
    }

    static boolean isTool(ItemSnapshot item) {
        return item.toolKind() != null || ToolKind.of(item.itemType()).isPresent();
    }

    static ToolKind kindOf(ItemSnapshot item) {
        return item.toolKind() == null ? ToolKind.of(item.itemType()).orElse(ToolKind.UNKNOWN) : item.toolKind();
    }
}
