package dev.tapedeck.matrix;

import static dev.tapedeck.matrix.Facet.NO;
import static dev.tapedeck.matrix.Facet.YES;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.amalgm.AmalgmType;
import dev.tapedeck.amalgm.Omission;
import dev.tapedeck.canonical.CanonicalPayload;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.SessionFacts;
import dev.tapedeck.canonical.SessionPayload;
import dev.tapedeck.canonical.ThreadPayload;
import dev.tapedeck.canonical.TurnPayload.TurnPlanUpdated;
import dev.tapedeck.rules.Concept;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a session is, and what the amalgm vocabulary leaves out of it. */
final class SessionFacets {
    private SessionFacets() {}

    static void addTo(FacetList list) {
        list.add(Concept.SESSION, "native", "Native", (event, amalgm) -> Looks.when(
                facts(event.payload()) != null || event.payload() instanceof SessionPayload.SessionStarted, null));
        list.add(Concept.SESSION, "amalgm", "Amalgm", Looks.amalgm(AmalgmType.SESSION_INIT));
        list.add(Concept.SESSION, "extra", "Extra fields (cwd / model / tools)", (event, amalgm) ->
                told(facts(event.payload())));
        list.at("cwd|model|tools");
        list.add(Concept.SESSION, "title", "Title", Looks.amalgm(AmalgmType.TITLE_GENERATED));
        list.gaps(Concept.SESSION);
    }

    /** The rows that the normalization matrix lists as dropped. */
    static void addDroppedTo(FacetList list) {
        list.drop("plan", "Plan", Omission.PLAN, (event, amalgm) -> {
            ItemSnapshot item = Looks.snapshot(event.payload());
            return Looks.when(
                    event.payload() instanceof TurnPlanUpdated || item != null && item.itemType() == ItemType.PLAN,
                    null);
        });
        list.drop("mode", "Mode", Omission.MODE, Looks.member(SessionFacets::options, Pattern.compile("(?i).*modes?")));
        list.drop("commands", "Available commands", Omission.COMMANDS, Looks.member(
                SessionFacets::options, Pattern.compile("(?i).*commands")));
        list.drop("config", "Config option changes", Omission.CONFIG, (event, amalgm) -> {
            boolean changes = event.payload() instanceof ThreadPayload.ThreadMetadataUpdated;
            JsonNode options = options(event.payload());
            return changes && options != null && !options.isEmpty() ? YES : NO;
        });
        list.drop("user-echo", "User message echo", Omission.USER_ECHO, Looks.item(ItemType.USER_MESSAGE));
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
}
