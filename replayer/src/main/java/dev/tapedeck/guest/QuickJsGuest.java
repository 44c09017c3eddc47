package dev.tapedeck.guest;

import dev.tapedeck.json.Json;
import io.roastedroot.quickjs4j.core.Engine;
import io.roastedroot.quickjs4j.core.GuestFunction;
import io.roastedroot.quickjs4j.core.Invokables;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import run.endive.runtime.ByteArrayMemory;
import run.endive.runtime.Memory;
import run.endive.wasm.types.MemoryLimits;

/**
 * A mapper in JavaScript, in a sandbox that holds nothing but the language: no files, no network, no clock, no lots.
 *
 * <p>JSON text goes in and out, never values, so that a frame's digits and lone surrogates survive. The script is read
 * once; after anything but an exception that JavaScript itself caught, the whole engine is thrown away. So it is when
 * most of its memory is used: that never shrinks, each call leaves some of it behind, and a mapper keeps nothing.
 */
public final class QuickJsGuest implements Guest {
    /** Memory of the sandbox, in bytes; JavaScript sees an exception beyond it. */
    public static final int MAX_MEMORY = 128 << 20;

    private static final int PAGE = 64 << 10;
    private static final int MAX_PAGES = MAX_MEMORY / PAGE;
    private static final String MODULE = "tapedeck";
    private static final String FUNCTION = "call";
    private static final String CALL = "function tapedeckEntry(text) { return globalThis.tapedeckCall(text); }";

    private final String name;
    private final String source;
    private final boolean reduces;
    private @Nullable Engine engine;
    private @Nullable Memory memory;
    private byte[] call = {};
    private @Nullable Thread working;

    /**
     * Reads a script that defines {@code mapFrames} or {@code runtimeReduce}.
     *
     * @param name the script's name, for messages
     * @throws IOException if it does not run, defines neither, or takes longer than the deadline allows
     */
    public QuickJsGuest(String name, String source, Deadline deadline) throws IOException {
        this.name = name;
        this.source = source;
        try {
            this.reduces = deadline.within(this::start, this::stop).equals("runtimeReduce");
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(name + ": " + (e.getMessage() == null ? e.toString() : e.getMessage()), e);
        }
    }

    @Override
    public boolean reduces() {
        return reduces;
    }

    @Override
    public String answer(String text) throws IOException {
        if (engine == null) {
            start();
        }
        String answer = invoke(call, text);
        if (memory != null && memory.pages() > MAX_PAGES / 4 * 3) {
            close();
        }
        return answer;
    }

    /** Starts an engine and loads the script; returns the name of the hook that it defines. */
    private String start() throws IOException {
        Invokables functions = Invokables.builder(MODULE)
                .add(new GuestFunction(FUNCTION, "tapedeckEntry", List.of(String.class), String.class))
                .build();
        Engine started = Engine.builder()
                .addInvokables(functions)
                .withObjectMapper(Json.mapper())
                .withMemoryFactory(this::newMemory)
                .withStdout(new Said())
                .withStderr(new Said())
                .build();
        engine = started;
        call = started.compilePortableGuestFunction(CALL);
        String hook = invoke(started.compilePortableGuestFunction(resource("kit.js") + resource("world.js")), source);
        if (!hook.equals("mapFrames") && !hook.equals("runtimeReduce")) {
            close();
            throw new IOException(name + ": " + hook);
        }
        return hook;
    }

    private Memory newMemory(MemoryLimits asked) {
        Memory bounded = new ByteArrayMemory(
                new MemoryLimits(asked.initialPages(), Math.min(asked.maximumPages(), MAX_PAGES)));
        memory = bounded;
        return bounded;
    }

    private String invoke(byte[] code, String text) throws IOException {
        Engine running = engine;
        if (running == null) {
            throw new IllegalStateException("no engine");
        }
        work(Thread.currentThread());
        try {
            return (String) running.invokePrecompiledGuestFunction(MODULE, FUNCTION, List.of(text), code);
        } catch (RuntimeException | StackOverflowError e) {
            close();
            throw new IOException(name + ": " + reason(e), e);
        } finally {
            work(null);
        }
    }

    /** The engine's own report runs over many lines; the first says what happened. */
    private static String reason(Throwable e) {
        String told = e.getMessage() == null ? e.toString() : e.getMessage();
        int panic = told.indexOf("value: ");
        String line = (panic < 0 ? told : told.substring(panic + "value: ".length())).strip();
        return line.lines().findFirst().orElse(e.toString());
    }

    private synchronized void work(@Nullable Thread thread) {
        if (thread == null) {
            // An interrupt that came too late must not hit what this thread does next.
            Thread.interrupted();
        }
        working = thread;
    }

    @Override
    public synchronized void stop() {
        if (working != null) {
            working.interrupt();
        }
    }

    @Override
    public void close() {
        if (engine != null) {
            engine.close();
            engine = null;
        }
    }

    static String resource(String name) throws IOException {
        try (InputStream in = QuickJsGuest.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("resource " + name + " expected in this program, found none");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** What a script prints goes nowhere; an engine that breaks says why in a few lines. */
    private static final class Said extends ByteArrayOutputStream {
        private static final int KEPT = 16 << 10;

        @Override
        public synchronized void write(int b) {
            if (count < KEPT) {
                super.write(b);
            }
        }

        @Override
        public synchronized void write(byte[] bytes, int from, int length) {
            super.write(bytes, from, Math.min(length, Math.max(0, KEPT - count)));
        }
    }
}
