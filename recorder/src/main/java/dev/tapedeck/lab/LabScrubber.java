package dev.tapedeck.lab;

import dev.tapedeck.frame.Carrier;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.lab.scenario.ProviderLab;
import dev.tapedeck.redaction.Scrubber;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;

/**
 * Makes a lab recording the same on every machine: the run's own folders and port get fixed names and long texts of
 * the vendor are masked; what is left goes to the machine's scrubber.
 */
final class LabScrubber implements Scrubber {
    private static final String FIXED = "lab";

    private final Map<String, String> fixed;
    private final List<ProviderLab.Fixed> patterns;
    private final ProseMask prose;
    private final Scrubber machine;
    private long replaced;

    /**
     * @param fixed what is put for what, tried in this order
     * @param patterns what differs from machine to machine
     */
    LabScrubber(
            Map<String, String> fixed, List<ProviderLab.Fixed> patterns, ProseMask prose, Scrubber machine) {
        this.fixed = fixed;
        this.patterns = patterns;
        this.prose = prose;
        this.machine = machine;
    }

    @Override
    public List<Entry> scrub(Entry entry) {
        return machine.scrub(fix(entry));
    }

    private Entry fix(Entry entry) {
        return switch (entry) {
            case Frame frame -> new Frame(
                    frame.seq(),
                    frame.micros(),
                    frame.direction(),
                    prose.mask(frame.direction(), fix(frame.payload())),
                    fix(frame.carrier()),
                    frame.lineEnd(),
                    frame.cuts());
            case LogLine line -> new LogLine(line.seq(), line.micros(), line.stream(), fix(line.payload()));
            case HostAct act -> {
                Map<String, Object> facts = new HashMap<>(act.facts());
                facts.replaceAll((name, value) -> value instanceof String text ? fix(text) : value);
                yield new HostAct(act.seq(), act.micros(), act.act(), facts);
            }
        };
    }

    private Carrier fix(Carrier carrier) {
        return carrier instanceof Carrier.HttpRequest request
                ? new Carrier.HttpRequest(request.exchange(), request.method(), fix(request.path()))
                : carrier;
    }

    private Payload fix(Payload payload) {
        return switch (payload) {
            case Payload.Json json -> {
                String before = new String(json.bytes(), StandardCharsets.UTF_8);
                String after = fix(before);
                yield before.equals(after) ? payload : new Payload.Json(after.getBytes(StandardCharsets.UTF_8));
            }
            case Payload.Text text -> new Payload.Text(fix(text.text()));
            case Payload.Binary binary -> binary;
            case Payload.Oversize oversize -> oversize;
        };
    }

    private String fix(String text) {
        String result = text;
        for (Map.Entry<String, String> one : fixed.entrySet()) {
            String after = result.replace(one.getKey(), one.getValue());
            replaced += after.equals(result) ? 0 : 1;
            result = after;
        }
        for (ProviderLab.Fixed pattern : patterns) {
            String after = pattern.pattern().matcher(result).replaceAll(Matcher.quoteReplacement(pattern.put()));
            replaced += after.equals(result) ? 0 : 1;
            result = after;
        }
        return result;
    }

    @Override
    public List<Entry> flush() {
        return machine.flush();
    }

    @Override
    public String scrub(String text) {
        return machine.scrub(fix(text));
    }

    @Override
    public Map<String, Long> counts() {
        Map<String, Long> counts = new HashMap<>(machine.counts());
        if (replaced > 0) {
            counts.put(FIXED, replaced);
        }
        return counts;
    }
}
