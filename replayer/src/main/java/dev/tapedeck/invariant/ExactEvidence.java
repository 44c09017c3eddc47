package dev.tapedeck.invariant;

import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.host.HostView;
import dev.tapedeck.host.Item;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.rules.Claim;
import dev.tapedeck.runtime.RuntimeEvent;
import dev.tapedeck.runtime.RuntimeEvent.EvidenceUpdated;
import dev.tapedeck.runtime.RuntimeEvent.ItemUpdated;
import dev.tapedeck.runtime.TextPatch;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Evidence comes once, from an exact claimed send on the bound thread of the same epoch, and never from history. */
final class ExactEvidence implements Invariant {
    /** @param text of the item as that frame told it; absent when it told none */
    private record Seen(long seq, EvidenceUpdated event, @Nullable String text) {}

    private final Verdict verdict;
    private final Map<String, Claim> claims = new LinkedHashMap<>();
    private final List<Seen> seen = new ArrayList<>();
    private final Set<String> confirmed = new HashSet<>();
    private int held;

    ExactEvidence(Verdict verdict) {
        this.verdict = verdict;
    }

    @Override
    public void claimed(Claim claim) {
        claims.put(claim.send(), claim);
        if (claims.size() > 10_000) {
            claims.remove(claims.keySet().iterator().next());
        }
    }

    @Override
    public void note(HostNote note) {
        if (note instanceof HostNote.EpochOpened) {
            claims.clear();
            confirmed.clear();
            held = 0;
        }
    }

    @Override
    public void frame(FrameResult result) {
        for (Emission emission : result.emissions()) {
            String text = null;
            for (RuntimeEvent event : emission.events()) {
                if (event instanceof ItemUpdated item && item.text() instanceof TextPatch.Replace(String told)) {
                    text = told;
                } else if (event instanceof EvidenceUpdated evidence) {
                    if (emission.canonical() != null && emission.canonical().history()) {
                        verdict.violated(result.frame().seq(), "no evidence from history", evidence.toString());
                    }
                    seen.add(new Seen(result.frame().seq(), evidence, text));
                    confirmed.add(evidence.send());
                }
            }
        }
    }

    @Override
    public void written(long seq, Emission emission) {
        for (RuntimeEvent event : emission.events()) {
            if (event instanceof EvidenceUpdated evidence) {
                verdict.violated(seq, "no evidence from history", evidence.toString());
            }
        }
    }

    @Override
    public void stepped(HostView host) {
        for (Seen one : seen) {
            Claim claim = claims.remove(one.event().send());
            Item item = host.maps().item(one.event().thread(), one.event().item());
            String text = one.text() == null && item != null ? item.text() : one.text();
            if (claim == null || claim.seq() >= one.seq()) {
                verdict.violated(one.seq(), "an earlier claim, used once", one.event().toString());
            } else if (!one.event().thread().equals(host.boundThread())) {
                verdict.violated(one.seq(), "evidence on thread " + host.boundThread(), one.event().toString());
            } else if (text != null && !text.equals(claim.text())) {
                verdict.violated(one.seq(), "the exact text of send " + claim.send(), one.event().toString());
            }
        }
        seen.clear();
        if (host.maps().evidence().size() != held) {
            held = host.maps().evidence().size();
            for (EvidenceUpdated evidence : host.maps().evidence()) {
                if (!confirmed.contains(evidence.send())) {
                    verdict.violated(host.arrivedSeq(), "evidence that a frame brought", evidence.toString());
                }
            }
        }
    }
}
