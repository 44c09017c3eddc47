package dev.tapedeck.recorder;

import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.Header;
import dev.tapedeck.frame.Origin;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.frame.Transport;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.json.Json;
import dev.tapedeck.provider.Detection;
import dev.tapedeck.provider.Manifest;
import dev.tapedeck.provider.Manifest.WireSpec;
import dev.tapedeck.provider.Manifests;
import dev.tapedeck.provider.ServerSpec;
import dev.tapedeck.provider.ServerSpec.EventStream;
import dev.tapedeck.redaction.Scrubber;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The header of a session that runs: what is known at the start, and what its first frames tell. */
final class HeaderDraft {
    /** Frames that are looked at before wire and version are given up, at most. */
    private static final int LOOKED_AT_FRAMES = 256;
    /** A longer frame is not looked at, in bytes: no frame of a handshake is that long. */
    private static final int LOOKED_AT_BYTES = 1024 * 1024;
    /** How long frames may take to tell the version before the program is asked, in ms. */
    private static final long ASK_AFTER_MILLIS = 2000;

    private static final String UNKNOWN = "unknown";
    private static final Wire NO_WIRE = new Wire(UNKNOWN);
    private static final String ID_LETTERS = "abcdefghijklmnopqrstuvwxyz234567";
    private static final int ID_LENGTH = 16;

    private final Launch launch;
    private final RecordingPlan plan;
    private final Instant started;
    private final long startedNanos = System.nanoTime();
    private final Detection detection = new Detection(Manifests.all());
    private final String id = newId();
    private final List<String> command;
    private final String directory;
    private final @Nullable ServerSpec server;
    private final Map<String, Wire> streams = new LinkedHashMap<>();
    private @Nullable String primary;
    private int frames;
    private @Nullable VersionQuestion question;

    /** @param server how the command serves HTTP; absent when it speaks on stdio */
    HeaderDraft(
            Launch launch, RecordingPlan plan, @Nullable ServerSpec server, Instant started, Scrubber scrubber) {
        this.launch = launch;
        this.plan = plan;
        this.server = server;
        this.started = started;
        this.command = launch.command().stream().map(scrubber::scrub).toList();
        this.directory = scrubber.scrub(
                launch.directory() == null
                        ? System.getProperty("user.dir")
                        : launch.directory().toAbsolutePath().toString());
        detection.command(launch.command());
        if (plan.wire() != null) {
            detection.named(plan.wire());
        } else if (server != null) {
            // Its streams tell the wire; bodies of other exchanges would mislead.
            detection.wire().ifPresent(spec -> detection.named(spec.wire()));
        }
    }

    /** Takes in one of the first frames. */
    void frame(Frame frame) {
        if (frames >= LOOKED_AT_FRAMES || settled()) {
            return;
        }
        frames++;
        if (frame.payload() instanceof Payload.Json json && json.size() <= LOOKED_AT_BYTES) {
            try {
                detection.frame(frame.direction(), Json.read(json.bytes()));
            } catch (IOException e) {
                // Beyond the limits of decoding: such a frame tells nothing about the wire.
            }
        }
    }

    /** How the command serves HTTP; absent when it speaks on stdio. */
    @Nullable ServerSpec server() {
        return server;
    }

    /** Whether that path, without its query, is a declared event stream. */
    boolean declares(String path) {
        return server != null && server.stream(path).isPresent();
    }

    /**
     * An event stream was opened. The one to map is the first declared one of those that were opened, and speaks the
     * wire that was asked for, if one was.
     */
    void subscribed(String name, String path) {
        if (server == null) {
            return;
        }
        Wire wire = server.stream(path).map(EventStream::wire).orElse(NO_WIRE);
        streams.put(name, wire);
        if (primary == null || rank(path, wire) < rank(bare(primary), streams.getOrDefault(primary, NO_WIRE))) {
            primary = name;
        }
    }

    private int rank(String path, Wire wire) {
        List<EventStream> declared = server == null ? List.of() : server.streams();
        int place = server == null ? 0 : declared.indexOf(server.stream(path).orElse(null));
        return plan.wire() == null || wire.equals(plan.wire()) ? place : declared.size() + place;
    }

    private static String bare(String name) {
        return name.split("#", 2)[0];
    }

    /** Nothing happens just now: asks the program for its version if no frame has told it in time. */
    void pause() {
        if (waiting() && System.nanoTime() - startedNanos >= TimeUnit.MILLISECONDS.toNanos(ASK_AFTER_MILLIS)) {
            ask();
        }
    }

    /** Whether the version is unknown and the program can still be asked. */
    boolean waiting() {
        return question == null && detection.version().isEmpty() && askable().isPresent();
    }

    /** The session is over: what is not known yet is asked for now. */
    void conclude() {
        if (waiting()) {
            ask();
        }
        if (question != null) {
            question.await();
        }
    }

    /** The header as far as is known by now. */
    Header header(Map<String, Long> redaction) {
        Map<String, String> environment = launch.environment() == null ? System.getenv() : launch.environment();
        Optional<Manifest> manifest = detection.manifest();
        return new Header(
                id,
                plan.provider() != null ? plan.provider() : manifest.map(Manifest::provider).orElse(UNKNOWN),
                wire(),
                server != null
                        ? Transport.HTTP_SSE
                        : detection.wire().map(WireSpec::transport).orElse(Transport.STDIO_JSONRPC),
                detection.version().or(this::answered).orElse(null),
                detection.protocol().orElse(null),
                command,
                directory,
                started,
                Origin.RECORDED,
                plan.scenario(),
                platform(),
                manifest.map(Manifest::environment).orElse(List.of()).stream()
                        .filter(environment::containsKey)
                        .toList(),
                redaction,
                streams,
                primary);
    }

    private Wire wire() {
        if (plan.wire() != null) {
            return plan.wire();
        }
        Wire mapped = primary == null ? null : streams.get(primary);
        return mapped != null ? mapped : detection.wire().map(WireSpec::wire).orElse(NO_WIRE);
    }

    /** Where this recording goes. */
    Path place() throws IOException {
        return plan.place().choose(header(Map.of()).provider(), started, id);
    }

    private boolean settled() {
        return detection.recognised() && detection.version().isPresent();
    }

    private Optional<List<String>> askable() {
        return detection.manifest().flatMap(manifest -> VersionQuestion.command(manifest, launch.command()));
    }

    private void ask() {
        Manifest manifest = detection.manifest().orElseThrow();
        question = VersionQuestion.ask(manifest, askable().orElseThrow(), launch);
    }

    private Optional<String> answered() {
        return question == null ? Optional.empty() : question.answer();
    }

    private static String platform() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String machine = System.getProperty("os.arch");
        return (system.startsWith("mac") ? "darwin" : system.split(" ")[0])
                + "-"
                + switch (machine) {
                    case "amd64", "x86_64" -> "x64";
                    case "aarch64" -> "arm64";
                    default -> machine;
                };
    }

    private static String newId() {
        SecureRandom random = new SecureRandom();
        StringBuilder letters = new StringBuilder(ID_LENGTH);
        for (int i = 0; i < ID_LENGTH; i++) {
            letters.append(ID_LETTERS.charAt(random.nextInt(ID_LETTERS.length())));
        }
        return letters.toString();
    }
}
