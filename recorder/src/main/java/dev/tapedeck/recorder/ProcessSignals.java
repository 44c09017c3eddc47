package dev.tapedeck.recorder;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** POSIX signals: taking, sending and dying of them. Names are written with {@code SIG}. */
public final class ProcessSignals {
    /** What a host uses to end or interrupt a provider; these are forwarded. */
    public static final List<String> FORWARDED = List.of("SIGINT", "SIGTERM", "SIGHUP");

    /** Added to a signal's number where an exit code has to tell it. */
    static final int EXIT_BASE = 128;

    /** Numbers that Linux and macOS share; others stay numbers. */
    private static final Map<Integer, String> NAMES = Map.ofEntries(
            Map.entry(1, "SIGHUP"),
            Map.entry(2, "SIGINT"),
            Map.entry(3, "SIGQUIT"),
            Map.entry(4, "SIGILL"),
            Map.entry(5, "SIGTRAP"),
            Map.entry(6, "SIGABRT"),
            Map.entry(8, "SIGFPE"),
            Map.entry(9, "SIGKILL"),
            Map.entry(11, "SIGSEGV"),
            Map.entry(13, "SIGPIPE"),
            Map.entry(14, "SIGALRM"),
            Map.entry(15, "SIGTERM"));

    /** Their default action dumps core, and ours is of no use to anybody. */
    private static final Set<String> DUMP_CORE =
            Set.of("SIGQUIT", "SIGILL", "SIGTRAP", "SIGABRT", "SIGFPE", "SIGSEGV");

    private static final long SENDING_SECONDS = 2;

    private ProcessSignals() {}

    /** The signal that an exit code tells of, or empty for an exit of the process's own. */
    static Optional<String> of(int exitCode) {
        return Optional.ofNullable(NAMES.get(exitCode - EXIT_BASE));
    }

    /** The exit code that tells of a signal: 128 and its number, 128 alone for one whose number differs by system. */
    public static int exitCode(String signal) {
        return NAMES.entrySet().stream()
                .filter(known -> known.getValue().equals(signal))
                .mapToInt(known -> EXIT_BASE + known.getKey())
                .findFirst()
                .orElse(EXIT_BASE);
    }

    /**
     * Runs the action whenever this program gets the signal, instead of ending; a signal that the program was started
     * to ignore stays ignored.
     *
     * @return false if this JVM keeps the signal for itself
     */
    public static boolean handle(String signal, Runnable action) {
        try {
            // Reached by name, because the compiler's warning about this one class cannot be switched off.
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Object handler = Proxy.newProxyInstance(
                    ProcessSignals.class.getClassLoader(), new Class<?>[] {handlerType}, (proxy, method, arguments) -> {
                        if (method.getName().equals("handle")) {
                            action.run();
                        }
                        return null;
                    });
            install(signal, handlerType, handler);
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    /**
     * Ends this program by the signal, so that its parent sees the same death as the provider's. Returns if that is not
     * possible here; exit with 128 + n then.
     */
    public static void dieOf(String signal) throws InterruptedException {
        if (DUMP_CORE.contains(signal)) {
            return;
        }
        try {
            if (!signal.equals("SIGKILL")) {
                Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
                install(signal, handlerType, handlerType.getField("SIG_DFL").get(null));
            }
        } catch (ReflectiveOperationException e) {
            return;
        }
        if (send(ProcessHandle.current(), signal, false)) {
            Thread.sleep(TimeUnit.SECONDS.toMillis(SENDING_SECONDS));
        }
    }

    /**
     * Sends a signal.
     *
     * @param unlessTerminal send nothing if our standard input is a terminal: it has told the whole process group
     *     already
     * @return whether it was sent, or need not be
     */
    static boolean send(ProcessHandle process, String signal, boolean unlessTerminal) {
        String script = (unlessTerminal ? "test -t 0 || " : "") + "kill -s \"$1\" \"$2\"";
        ProcessBuilder kill = new ProcessBuilder(
                "/bin/sh", "-c", script, "sh", signal.substring("SIG".length()), Long.toString(process.pid()));
        kill.redirectInput(ProcessBuilder.Redirect.INHERIT);
        kill.redirectOutput(ProcessBuilder.Redirect.DISCARD);
        kill.redirectError(ProcessBuilder.Redirect.DISCARD);
        try {
            Process sending = kill.start();
            return sending.waitFor(SENDING_SECONDS, TimeUnit.SECONDS) && sending.exitValue() == 0;
        } catch (IOException e) {
            return signal.equals("SIGTERM") && process.destroy();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static void install(String signal, Class<?> handlerType, Object handler)
            throws ReflectiveOperationException {
        Class<?> type = Class.forName("sun.misc.Signal");
        Object number = type.getConstructor(String.class).newInstance(signal.substring("SIG".length()));
        try {
            type.getMethod("handle", type, handlerType).invoke(null, number, handler);
        } catch (InvocationTargetException e) {
            throw new ReflectiveOperationException("the JVM keeps " + signal, e);
        }
    }
}
