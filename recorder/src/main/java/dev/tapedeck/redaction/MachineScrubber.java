package dev.tapedeck.redaction;

import dev.tapedeck.frame.Carrier;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.text.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Replaces what is private on one machine. */
final class MachineScrubber implements Scrubber {
    /** Entries held back at most. */
    static final int MAX_HELD = 128;
    /** Bytes of payload held back at most. */
    private static final long MAX_HELD_BYTES = 1024 * 1024;
    /** A longer string is looked through in windows of that size, in bytes, so that memory stays bounded. */
    private static final int WINDOW = 256 * 1024;
    /** A window ends at a space in its last bytes, if there is one. */
    private static final int WINDOW_MARGIN = 16 * 1024;

    private static final byte[] NONE = {};

    private final Sweep sweep;
    private final QuickLook quickLook;
    private final Seams seams;
    private final MemberNames names = new MemberNames();
    private final Deque<Held> held = new ArrayDeque<>();
    private long heldBytes;

    MachineScrubber(Machine machine) {
        PrivateValues values = new PrivateValues(machine);
        sweep = new Sweep(values);
        quickLook = new QuickLook(values);
        seams = new Seams(sweep, quickLook);
    }

    @Override
    public List<Entry> scrub(Entry entry) {
        Held next = switch (entry) {
            case Frame frame -> frame(frame);
            case LogLine log -> plain(log, log.payload());
            case HostAct act -> new Held(facts(act), NONE);
        };
        held.add(next);
        heldBytes += next.payload().length;
        return release();
    }

    @Override
    public List<Entry> flush() {
        seams.settleAll();
        return release();
    }

    @Override
    public String scrub(String text) {
        byte[] raw = text.getBytes(StandardCharsets.UTF_8);
        Edits edits = new Edits();
        range(raw, 0, raw.length, Role.PLAIN, Coding.UTF8, edits);
        return edits.isEmpty() ? text : new String(edits.apply(raw), StandardCharsets.UTF_8);
    }

    @Override
    public Map<String, Long> counts() {
        return sweep.counts();
    }

    // ---- the queue

    private List<Entry> release() {
        List<Entry> ready = new ArrayList<>(1);
        while (!held.isEmpty()) {
            Held first = held.getFirst();
            if (first.isPinned()) {
                if (held.size() <= MAX_HELD && heldBytes <= MAX_HELD_BYTES) {
                    break;
                }
                seams.settle(first);
            }
            held.removeFirst();
            heldBytes -= first.payload().length;
            ready.add(edited(first));
        }
        return ready;
    }

    private Entry edited(Held one) {
        if (one.edits().isEmpty()) {
            return one.entry();
        }
        return switch (one.entry()) {
            case Frame frame -> {
                Payload payload = with(frame.payload(), one.edits().apply(one.payload()));
                List<Integer> cuts = frame.cuts().stream().map(one.edits()::moved).distinct().toList();
                yield new Frame(
                        frame.seq(), frame.micros(), frame.direction(), payload, frame.carrier(), frame.lineEnd(),
                                cuts);
            }
            case LogLine log -> new LogLine(
                    log.seq(), log.micros(), log.stream(), with(log.payload(), one.edits().apply(one.payload())));
            case HostAct act -> act;
        };
    }

    private static Payload with(Payload payload, byte[] bytes) {
        return switch (payload) {
            case Payload.Json json -> new Payload.Json(bytes);
            case Payload.Text text -> new Payload.Text(new String(bytes, StandardCharsets.UTF_8));
            case Payload.Binary binary -> new Payload.Binary(bytes);
            case Payload.Oversize oversize -> oversize;
        };
    }

    // ---- entries

    private Held frame(Frame frame) {
        Frame addressed = addressed(frame);
        if (!(frame.payload() instanceof Payload.Json json)) {
            return plain(addressed, frame.payload());
        }
        byte[] raw = json.bytes();
        Held next = new Held(addressed, raw);
        boolean grown = Growth.grow(raw, frame.direction(), names, next, seams);
        if (quickLook.suspects(raw, 0, raw.length)) {
            JsonStrings.visit(raw, names, (role, path, from, to) -> value(raw, role, from, to, grown, next.edits()));
        }
        return next;
    }

    private void value(byte[] raw, Role role, int from, int to, boolean grown, Edits edits) {
        switch (role) {
            case NEVER, FRESH -> {}
            case GROWING -> {
                if (!grown && quickLook.suspects(raw, from, to)) {
                    range(raw, from, to, role, Coding.JSON, edits);
                }
            }
            case SECRET -> range(raw, from, to, role, Coding.JSON, edits);
            case BASE64 -> base64(raw, from, to, edits);
            case USER, HOST, PLAIN -> {
                if (quickLook.suspects(raw, from, to)) {
                    range(raw, from, to, role, Coding.JSON, edits);
                }
            }
        }
    }

    /** Output of programs travels as base64 too; what is no text, such as an image, stays. */
    private void base64(byte[] raw, int from, int to, Edits edits) {
        byte[] decoded;
        try {
            decoded = Base64.getDecoder().decode(Arrays.copyOfRange(raw, from, to));
        } catch (IllegalArgumentException e) {
            return;
        }
        if (Utf8.valid(decoded, 0, decoded.length) && quickLook.suspects(decoded, 0, decoded.length)) {
            Edits inside = new Edits();
            range(decoded, 0, decoded.length, Role.PLAIN, Coding.UTF8, inside);
            if (!inside.isEmpty()) {
                edits.replace(from, to, Base64.getEncoder().encodeToString(inside.apply(decoded)));
            }
        }
    }

    private Frame addressed(Frame frame) {
        Carrier carrier = switch (frame.carrier()) {
            case Carrier.HttpRequest request ->
                new Carrier.HttpRequest(request.exchange(), request.method(), scrub(request.path()));
            case Carrier.SseEvent event when event.form() instanceof Payload.Text form ->
                new Carrier.SseEvent(
                        event.stream(), event.event(), event.id(), new Payload.Text(scrub(form.text())));
            case Carrier.SseEvent event -> event;
            case Carrier.Line line -> line;
            case Carrier.HttpResponse response -> response;
        };
        if (carrier == frame.carrier()) {
            return frame;
        }
        return new Frame(
                frame.seq(), frame.micros(), frame.direction(), frame.payload(), carrier, frame.lineEnd(),
                        frame.cuts());
    }

    private Held plain(Entry entry, Payload payload) {
        if (payload instanceof Payload.Oversize oversize) {
            return new Held(withOversize(entry, oversize), NONE);
        }
        byte[] raw = payload.bytes();
        Held next = new Held(entry, raw);
        if (quickLook.suspects(raw, 0, raw.length)) {
            Coding coding = payload instanceof Payload.Binary ? Coding.BYTES : Coding.UTF8;
            range(raw, 0, raw.length, Role.PLAIN, coding, next.edits());
        }
        return next;
    }

    private HostAct facts(HostAct act) {
        Map<String, Object> facts = new HashMap<>(act.facts());
        facts.replaceAll((name, value) -> value instanceof String text ? scrub(text) : value);
        return new HostAct(act.seq(), act.micros(), act.act(), facts);
    }

    /** What is too long for memory is scrubbed while it is written, as plain text. */
    private Entry withOversize(Entry entry, Payload.Oversize oversize) {
        byte[] head = oversize.bytes();
        Edits edits = new Edits();
        range(head, 0, head.length, Role.PLAIN, Coding.BYTES, edits);
        Payload scrubbed = new Payload.Oversize(oversize.length(), edits.apply(head), out -> {
            WindowOutput windows = new WindowOutput(out, this::window);
            oversize.content().writeTo(windows);
            windows.finish();
        });
        return switch (entry) {
            case Frame frame -> new Frame(
                    frame.seq(), frame.micros(), frame.direction(), scrubbed, frame.carrier(), frame.lineEnd(),
                            frame.cuts());
            case LogLine log -> new LogLine(log.seq(), log.micros(), log.stream(), scrubbed);
            case HostAct act -> act;
        };
    }

    private byte[] window(byte[] bytes) {
        Edits edits = new Edits();
        range(bytes, 0, bytes.length, Role.PLAIN, Coding.BYTES, edits);
        return edits.apply(bytes);
    }

    // ---- texts

    private enum Coding {
        JSON,
        UTF8,
        BYTES
    }

    private void range(byte[] raw, int from, int to, Role role, Coding coding, Edits edits) {
        for (int start = from; start < to; ) {
            int end = to - start <= WINDOW ? to
                    : WindowOutput.breakIn(raw, start + WINDOW - WINDOW_MARGIN, start + WINDOW);
            if (end == to && start == from || quickLook.suspects(raw, start, end)) {
                EncodedText text = switch (coding) {
                    case JSON -> EncodedText.ofJson(raw, start, end);
                    case UTF8 -> EncodedText.ofUtf8(raw, start, end);
                    case BYTES -> EncodedText.ofBytes(raw, start, end);
                };
                for (Sweep.RawFind find : sweep.in(raw, text, role)) {
                    String with = sweep.replace(find);
                    if (with != null) {
                        edits.replace(find.from(), find.to(), with);
                    }
                }
            }
            start = end;
        }
    }
}
