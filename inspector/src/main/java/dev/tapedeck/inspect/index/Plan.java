package dev.tapedeck.inspect.index;

import dev.tapedeck.fault.Fault;
import dev.tapedeck.fault.FaultPlan;
import dev.tapedeck.fault.PlanFormat;
import dev.tapedeck.host.Limit;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A fault plan as an address has it: faults as the command line writes them, with a line end or {@code ;} between them.
 * {@code batch=8} among them lets the subscriber drain more often than it has to.
 *
 * @param text the plan in one form, so that equal plans are equal; empty when nothing goes wrong
 * @param batch most frames of one batch
 */
public record Plan(String text, FaultPlan faults, int batch) {
    private static final int STANDARD_BATCH = (int) Limit.BATCH.standard();
    private static final Pattern BATCH = Pattern.compile("batch *= *([0-9]{1,4})");
    /** Nothing goes wrong. */
    public static final Plan CLEAN = new Plan("", FaultPlan.NONE, STANDARD_BATCH);
    /** Faults of one plan. */
    static final int MAX_FAULTS = 40;

    /**
     * Reads a plan.
     *
     * @throws IllegalArgumentException if it is none; says what is wrong and what there is
     */
    public static Plan parse(String text) {
        List<Fault> faults = new ArrayList<>();
        int batch = STANDARD_BATCH;
        for (String part : text.split("[;\r\n]+")) {
            Matcher size = BATCH.matcher(part.strip());
            if (size.matches()) {
                batch = Math.clamp(Integer.parseInt(size.group(1)), 1, STANDARD_BATCH);
            } else if (!part.isBlank()) {
                faults.add(PlanFormat.fault(part));
            }
        }
        if (faults.size() > MAX_FAULTS) {
            throw new IllegalArgumentException("expected at most " + MAX_FAULTS + " faults, found " + faults.size());
        }
        Plan plan = new Plan("", FaultPlan.of(faults), batch);
        return new Plan(String.join(";", plan.each()), plan.faults, batch);
    }

    /** A replay in which nothing goes wrong and the subscriber drains that often. */
    static Plan often(int batch) {
        return new Plan("", FaultPlan.NONE, batch);
    }

    /** Its lines: the size of batches unless it is the standard one, then each fault as a command line has it. */
    public List<String> each() {
        List<String> lines = new ArrayList<>();
        if (batch != STANDARD_BATCH) {
            lines.add("batch=" + batch);
        }
        faults.faults().forEach(fault -> lines.add(PlanFormat.write(fault)));
        return lines;
    }

    /** What a command line adds to a replay for it. */
    public String options() {
        String often = batch == STANDARD_BATCH ? "" : " --batch " + batch;
        return often + faults.faults().stream()
                .map(fault -> " --fault '" + PlanFormat.write(fault).replace("'", "'\\''") + "'")
                .collect(Collectors.joining());
    }

    /** Whether nothing goes wrong. */
    public boolean clean() {
        return text.isEmpty();
    }

    /** Number in the recording of the frame that a run calls so; a copy has the number of the frame before it. */
    public long recorded(long seq) {
        return seq / faults.spacing();
    }

    /** Number that a run gives to the frame of the recording. */
    public long inRun(long seq) {
        return seq * faults.spacing();
    }
}
