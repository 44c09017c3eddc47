package dev.tapedeck.cli;

import dev.tapedeck.fault.Fault;
import dev.tapedeck.fault.FaultPlan;
import dev.tapedeck.fault.PlanFormat;
import dev.tapedeck.text.Reason;
import dev.tapedeck.text.VisibleText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** What a command line lets go wrong: {@code --plan} and {@code --fault}. */
final class FaultOptions {
    private FaultOptions() {}

    /**
     * The plan of the file, then the faults.
     *
     * @throws IOException if the file holds no plan
     * @throws ParameterException if a fault is none
     */
    static FaultPlan plan(@Nullable Path file, List<String> faults, @Nullable CommandSpec spec) throws IOException {
        FaultPlan plan = FaultPlan.NONE;
        if (file != null) {
            try {
                plan = PlanFormat.read(Files.readAllBytes(file));
            } catch (IOException e) {
                throw new IOException(file + ": " + Reason.of(e), e);
            }
        }
        List<Fault> all = new ArrayList<>(plan.faults());
        for (String fault : faults) {
            try {
                all.add(PlanFormat.fault(fault));
            } catch (IllegalArgumentException e) {
                throw new ParameterException(
                        spec.commandLine(), "--fault: " + VisibleText.of(String.valueOf(e.getMessage())));
            }
        }
        return plan.with(all);
    }
}
