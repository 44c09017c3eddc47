package dev.tapedeck.cli;

import dev.tapedeck.frame.Carrier;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Ending;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.Header;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.play.DeclaredPath;
import dev.tapedeck.play.Heard;
import dev.tapedeck.play.HttpVoice;
import dev.tapedeck.play.Outcome;
import dev.tapedeck.play.Pace;
import dev.tapedeck.play.Player;
import dev.tapedeck.play.Script;
import dev.tapedeck.play.StdioVoice;
import dev.tapedeck.play.Voice;
import dev.tapedeck.provider.Manifest;
import dev.tapedeck.provider.Manifests;
import dev.tapedeck.recorder.ProcessSignals;
import dev.tapedeck.recording.LineCutter;
import dev.tapedeck.text.VisibleText;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** This program's own stdin, stdout, stderr and signals, connected to a provider that is played. */
final class PlaySession {
    private static final int BUFFER = 64 * 1024;
    /** How long a play that a signal ends may take to stop, in ms. */
    private static final long STOPPING_MILLIS = 2000;
    private static final Pattern URL = Pattern.compile("https?://\\S+");

    private final OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), BUFFER);
    private final OutputStream err = new FileOutputStream(FileDescriptor.err);
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Script script;
    private final List<DeclaredPath> declared;
    private final double speed;

    /** @param speed how many times faster than recorded; infinity for no pauses */
    PlaySession(Script script, List<DeclaredPath> declared, double speed) {
        this.script = script;
        this.declared = declared;
        this.speed = speed;
    }

    /** Plays on stdin and stdout; returns the exit code. */
    int speak() throws IOException, InterruptedException {
        StdioVoice voice = new StdioVoice(out, err, script.dialect());
        Player player = player(voice);
        Thread.ofPlatform().daemon().name("tapedeck-stdin").start(() -> listen(player));
        return end(player.play());
    }

    /** Plays as an HTTP server; returns the exit code. */
    int serve(Header header, int port) throws IOException, InterruptedException {
        @Nullable Pattern ready = Manifests.all().stream()
                .filter(manifest -> manifest.provider().equals(header.provider()))
                .findFirst()
                .map(Manifest::server)
                .map(server -> server.ready())
                .orElse(null);
        boolean announces = ready != null && script.says(ready);
        HttpVoice[] own = new HttpVoice[1];
        try (HttpVoice voice = HttpVoice.open(port, script.streams(), line -> beside(line, own[0].url()))) {
            own[0] = voice;
            Player player = player(voice);
            voice.listen(player::hear);
            if (!announces) {
                String words = ready == null ? "listening on " : header.provider() + " " + ready.pattern();
                write(out, words + voice.url());
            }
            return end(player.play());
        }
    }

    private Player player(Voice voice) {
        Player player = new Player(script, declared, pace(), voice, mismatch -> tell(mismatch.sentence()));
        for (String signal : ProcessSignals.FORWARDED) {
            ProcessSignals.handle(signal, () -> {
                player.hear(new Heard.Signalled(signal));
                if (!player.expects(signal)) {
                    stopped.countDown();
                    // A client that reads nothing must not keep us from ending.
                    Thread.ofPlatform().daemon().start(() -> halt(signal));
                }
            });
        }
        return player;
    }

    private static void halt(String signal) {
        try {
            Thread.sleep(STOPPING_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(ProcessSignals.exitCode(signal));
    }

    private Pace pace() {
        return Double.isInfinite(speed)
                ? Pace.NONE
                : micros -> stopped.await(Math.round(micros * 1000 / speed), TimeUnit.NANOSECONDS);
    }

    /** Reads stdin to its end; what comes after the last line end is a line too. */
    private static void listen(Player player) {
        LineCutter lines = new LineCutter((payload, end, cuts, micros) -> player.hear(new Heard.Spoken(
                new Frame(0, 0, Direction.IN, payload, Carrier.LINE, end, cuts))));
        byte[] buffer = new byte[BUFFER];
        try (FileInputStream in = new FileInputStream(FileDescriptor.in)) {
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                lines.accept(buffer, 0, length, 0);
            }
            lines.end();
        } catch (IOException e) {
            // stdin is gone, which is its end too.
        } finally {
            player.hear(new Heard.Silent());
        }
    }

    /** What a server prints, with our address in place of the recorded one. */
    private void beside(LogLine line, String url) {
        if (line.stream().equals("stdout")) {
            write(out, URL.matcher(line.payload().display()).replaceFirst(url));
        } else {
            write(err, line.payload().display());
        }
    }

    void tell(String text) {
        write(err, "tapedeck: " + VisibleText.of(text));
    }

    private static void write(OutputStream to, String line) {
        try {
            to.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            to.flush();
        } catch (IOException e) {
            // Nobody listens there.
        }
    }

    private int end(Outcome outcome) throws InterruptedException {
        if (!outcome.mismatches().isEmpty()) {
            return Tapedeck.DIFFERENCE;
        }
        Optional<Ending> ending = Optional.ofNullable(outcome.ending());
        String signal = outcome.stoppedBy() != null
                ? outcome.stoppedBy()
                : ending.map(Ending::signal).orElse(null);
        if (signal != null) {
            ProcessSignals.dieOf(signal);
            return ProcessSignals.exitCode(signal);
        }
        return ending.map(Ending::exit).orElse(0);
    }
}
