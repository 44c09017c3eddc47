package dev.tapedeck.matrix;

import dev.tapedeck.amalgm.AmalgmPayload;
import dev.tapedeck.amalgm.AmalgmType;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.Usage;
import dev.tapedeck.rules.Concept;
import java.util.Set;
import java.util.stream.Stream;

/** What is counted and what it costs. */
final class UsageFacets {
    private UsageFacets() {}

    static void addTo(FacetList list) {
        list.add(Concept.USAGE, "source", "Source", Looks.usage(usage -> usage));
        list.add(Concept.USAGE, "input", "input", Looks.usage(Usage::inputTokens));
        list.at("input_?tokens|input");
        list.add(Concept.USAGE, "output", "output", Looks.usage(Usage::outputTokens));
        list.at("output_?tokens|output");
        list.add(Concept.USAGE, "cache-read", "cache read", Looks.usage(Usage::cachedInputTokens));
        list.at("cache_?read[a-z_]*|cached[a-z_]*");
        list.add(Concept.USAGE, "cache-write", "cache write", Looks.usage(Usage::cacheWriteTokens));
        list.at("cache_?(write|creation)[a-z_]*");
        list.add(Concept.USAGE, "reasoning", "reasoning", Looks.usage(Usage::reasoningTokens));
        list.at("reasoning[a-z_]*|thinking_?tokens|thought[a-z_]*");
        list.add(Concept.USAGE, "amalgm", "Amalgm", Looks.amalgm(AmalgmType.USAGE_FINAL));
        list.add(Concept.USAGE, "cadence", "Cadence", (event, amalgm) -> figures(
                amalgm.events().stream().map(each -> each.payload()), false));
        list.gaps(Concept.USAGE);
        list.add(Concept.COST, "native", "Native", Looks.or(
                Looks.usage(Usage::costUsd),
                (event, amalgm) -> Looks.when(
                        event.payload() instanceof TurnCompleted end && end.totalCostUsd() != null, "process")));
        list.at("[a-z_]*cost[a-z_]*");
        list.add(Concept.COST, "amalgm", "Amalgm", (event, amalgm) -> figures(
                amalgm.events().stream().map(each -> each.payload()), true));
        list.add(Concept.COST, "cadence", "Cadence", Looks.usage(Usage::costUsd));
        list.gaps(Concept.COST);
    }

    private static Set<String> figures(Stream<AmalgmPayload> payloads, boolean withCost) {
        return Looks.words(payloads.filter(AmalgmPayload.UsageFinal.class::isInstance)
                .map(AmalgmPayload.UsageFinal.class::cast)
                .filter(usage -> !withCost || usage.costUsd() != null)
                .map(usage -> usage.cadence().word() + (usage.exact() ? " exact" : " estimated")
                        + (usage.billable() ? " billable" : "")));
    }
}
