package dev.tapedeck.lab;

import dev.tapedeck.lab.client.BrokenStdinException;
import dev.tapedeck.lab.client.Inbox;
import dev.tapedeck.lab.client.LineFeed;
import dev.tapedeck.lab.client.Provider;
import dev.tapedeck.lab.client.WebClient;
import dev.tapedeck.lab.model.ScriptedModel;
import dev.tapedeck.lab.scenario.Manners;
import dev.tapedeck.provider.ServerSpec;
import dev.tapedeck.provider.ServerSpec.Address;
import dev.tapedeck.recorder.Launch;
import dev.tapedeck.recorder.RecordingPlan;
import dev.tapedeck.recorder.SessionEnd;
import dev.tapedeck.recorder.SessionRecorder;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The real provider, one process after the other, each recorded into a part of its own. */
final class ProviderProcess implements Provider {
    /** Until the end of its streams has reached a server, in ms; a signal would overtake it. */
    private static final int UNSUBSCRIBED_MILLIS = 100;

    private final List<String> command;
    private final Manners manners;
    private final Function<Integer, RecordingPlan> plans;
    private final RunFolder folder;
    private final ScriptedModel model;
    private final Inbox inbox;
    private final ProcessTree tree;
    private final List<Path> parts = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private Launch launch;
    private @Nullable SessionRecorder recorder;
    private @Nullable WebClient web;
    private LineFeed feed;

    /**
     * @param command the command without the scenario's arguments
     * @param launch the first process
     * @param manners how a process is left
     * @param plans where and how the part of that number, from 1, is recorded
     */
    ProviderProcess(
            List<String> command,
            Launch launch,
            Manners manners,
            Function<Integer, RecordingPlan> plans,
            RunFolder folder,
            ScriptedModel model,
            Inbox inbox,
            ProcessTree tree) {
        this.command = List.copyOf(command);
        this.launch = launch;
        this.manners = manners;
        this.plans = plans;
        this.folder = folder;
        this.model = model;
        this.inbox = inbox;
        this.tree = tree;
        this.feed = new LineFeed(inbox);
    }

    /** Starts the first process. */
    void start() throws IOException {
        feed = new LineFeed(inbox);
        SessionRecorder started = SessionRecorder.start(
                launch,
                plans.apply(parts.size() + 1),
                feed,
                OutputStream.nullOutputStream(),
                this::warned);
        recorder = started;
        web = started.address().map(address -> client(address, started.server().orElseThrow())).orElse(null);
        tree.add(started.process());
    }

    private WebClient client(Address address, ServerSpec server) {
        Map<String, String> environment = launch.environment() == null ? Map.of() : launch.environment();
        String credential = server.credential() == null ? null : environment.get(server.credential());
        Map<String, String> headers = new HashMap<>();
        if (credential != null) {
            byte[] pair = (server.user() + ":" + credential).getBytes(StandardCharsets.UTF_8);
            headers.put("Authorization", "Basic " + Base64.getEncoder().encodeToString(pair));
        }
        return new WebClient(URI.create("http://" + address), headers, inbox);
    }

    @Override
    public WebClient web() throws IOException {
        if (web == null) {
            throw new IOException("a provider that serves HTTP expected, found one that speaks on stdio");
        }
        return web;
    }


    @Override
    public void restart(@Nullable List<String> arguments) throws IOException, InterruptedException {
        finish();
        if (arguments != null) {
            List<String> whole = new ArrayList<>(command);
            whole.addAll(arguments);
            launch = launch.with(whole);
        }
        inbox.begin();
        start();
    }

    @Override
    public void send(byte[] line) throws IOException {
        byte[] whole = new byte[line.length + 1];
        System.arraycopy(line, 0, whole, 0, line.length);
        whole[line.length] = '\n';
        OutputStream stdin = running().stdin();
        try {
            stdin.write(whole, 0, whole.length);
        } catch (IOException e) {
            throw new BrokenStdinException(e);
        }
    }

    @Override
    public void closeStdin() throws IOException {
        running().stdin().close();
    }

    @Override
    public void signal(String name) throws IOException {
        tree.add(running().process());
        running().signal("SIG" + name);
    }

    @Override
    public boolean awaitExit(Duration longest) throws IOException, InterruptedException {
        try {
            tree.add(running().process());
            running().process().onExit().get(longest.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IOException("waiting for the provider's end failed", e);
        }
    }

    @Override
    public boolean leave(Duration longest) throws IOException, InterruptedException {
        if (recorder == null || !recorder.process().isAlive()) {
            return true;
        }
        if (web != null) {
            web.unsubscribe();
            Thread.sleep(UNSUBSCRIBED_MILLIS);
        }
        try {
            closeStdin();
        } catch (IOException e) {
            // It ended just now; its exit is waited for all the same.
            warned("stdin was closed by the provider: " + e.getMessage());
        }
        if (manners.farewell() != null) {
            signal(manners.farewell());
        }
        return awaitExit(longest);
    }

    /** Waits for the recording of the process that has ended. */
    void finish() throws InterruptedException {
        if (recorder == null) {
            return;
        }
        if (web != null) {
            web.close();
            web = null;
        }
        SessionEnd end = recorder.await();
        recorder = null;
        feed.detach();
        if (end.recording() != null && end.complete()) {
            parts.add(end.recording());
        } else {
            warned("the recording is not complete");
        }
    }

    /** The recordings of the processes that have ended, in order. */
    List<Path> parts() {
        return List.copyOf(parts);
    }

    /** What went wrong with the recording. */
    List<String> warnings() {
        synchronized (warnings) {
            return List.copyOf(warnings);
        }
    }

    private void warned(String warning) {
        synchronized (warnings) {
            warnings.add(warning);
        }
    }

    private SessionRecorder running() throws IOException {
        if (recorder == null) {
            throw new IOException("a running provider expected, found that none was started");
        }
        return recorder;
    }

    @Override
    public void openGate(String name) {
        model.openGate(name);
    }

    @Override
    public void stopModel() {
        model.close();
    }

    @Override
    public void write(Map<String, String> files) throws IOException {
        for (Map.Entry<String, String> file : files.entrySet()) {
            folder.write(file.getKey(), file.getValue().getBytes(StandardCharsets.UTF_8));
        }
    }

    @Override
    public void delete(String path) throws IOException {
        folder.delete(path);
    }
}
