package dev.tapedeck.cli;

import dev.tapedeck.lab.Loopback;
import dev.tapedeck.lab.NetworkIsolation;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The same command in a network namespace of its own: this program starts itself once more. */
final class IsolatedLab {
    private static final String INSIDE = "TAPEDECK_LAB_INSIDE";

    private IsolatedLab() {}

    /** Whether this is the inner program. */
    static boolean isInside() {
        return System.getenv(INSIDE) != null;
    }

    /** Runs the command inside and gives back its exit code. */
    static int start(NetworkIsolation.Possible isolation, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> java = new ArrayList<>();
        java.add(ProcessHandle.current().info().command().orElse("java"));
        java.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        java.add("--enable-native-access=ALL-UNNAMED");
        java.addAll(List.of("-cp", System.getProperty("java.class.path"), Tapedeck.class.getName()));
        java.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(isolation.around(java)).inheritIO();
        builder.environment().put(INSIDE, "1");
        Process process = builder.start();
        Thread ender = new Thread(process::destroy);
        Runtime.getRuntime().addShutdownHook(ender);
        int exit = process.waitFor();
        Runtime.getRuntime().removeShutdownHook(ender);
        return exit;
    }

    /** Makes loopback usable inside; gives back why the network is not isolated, if it is not. */
    static Optional<String> prepare() throws IOException {
        if (!isInside()) {
            return Optional.empty();
        }
        Loopback.up();
        return NetworkIsolation.onlyLoopback()
                ? Optional.empty()
                : Optional.of("the namespace has other interfaces than loopback");
    }
}
