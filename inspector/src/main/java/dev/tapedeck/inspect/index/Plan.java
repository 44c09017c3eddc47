package dev.tapedeck.inspect.index;

import dev.tapedeck.fault.Fault;
import dev.tapedeck.fault.FaultPlan;
import dev.tapedeck.fault.PlanFormat;
import dev.tapedeck.fault.Schedule;
import dev.tapedeck.host.Limit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A fault plan as an address has it: faults as the command line writes them, with a line end or {@code ;} between them.
 * {@code batch=8} among them lets the subscriber drain more often than it has to; {@code every=8} and
 * {@code after=3,9} are the schedules of a plan's file.
 *
 * @param text the plan in one form, so that equal plans are equal; empty when nothing goes wrong
 * @param batch most frames of one batch
 */
public record Plan(String text, FaultPlan faults, int batch) {
    private static final int STANDARD_BATCH = (int) Limit.BATCH.standard();
    private static final Pattern BATCH = Pattern.compile("batch *= *([0-9]{1,4})");
    private static final Pattern EVERY = Pattern.compile("every *= *([0-9]{1,4})");
    private static final Pattern AFTER = Pattern.compile("after *= *([0-9]{1,10}(?:,[0-9]{1,10})*)");
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
        Schedule schedule = FaultPlan.NONE.schedule();
        for (String part : text.split("[;\r\n]+")) {
            Matcher size = BATCH.matcher(part.strip());
            Matcher every = EVERY.matcher(part.strip());
            Matcher after = AFTER.matcher(part.strip());
            if (size.matches()) {
                batch = Math.clamp(Integer.parseInt(size.group(1)), 1, STANDARD_BATCH);
            } else if (every.matches()) {
                schedule = new Schedule.Every(Integer.parseInt(every.group(1)));
            } else if (after.matches()) {
                schedule = new Schedule.At(Arrays.stream(after.group(1).split(",")).map(Long::valueOf).toList());
            } else if (!part.isBlank()) {
                faults.add(PlanFormat.fault(part));
            }
        }
        if (faults.size() > MAX_FAULTS) {
            throw new IllegalArgumentException("expected at most " + MAX_FAULTS + " faults, found " + faults.size());
        }
        return of(FaultPlan.of(faults).with(schedule), batch);
    }

    /** A plan as its file has it. */
    static Plan of(FaultPlan faults) {
        return of(faults, STANDARD_BATCH);
    }

    private static Plan of(FaultPlan faults, int batch) {
        return new Plan(String.join(";", new Plan("", faults, batch).each()), faults, batch);
    }

    /** A replay in which nothing goes wrong and the subscriber drains that often. */
    static Plan often(int batch) {
        return new Plan("", FaultPlan.NONE, batch);
    }

    /** Its lines: how the subscriber drains unless as usual, then each fault as a command line has it. */
    public List<String> each() {
        List<String> lines = new ArrayList<>();
        if (batch != STANDARD_BATCH) {
            lines.add("batch=" + batch);
        }
        if (!faults.schedule().equals(FaultPlan.NONE.schedule())) {
            lines.add(switch (faults.schedule()) {
                case Schedule.Every(int every) -> "every=" + every;
                case Schedule.At(List<Long> after) -> "after="
                        + after.stream().map(String::valueOf).collect(Collectors.joining(","));
            });
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
        return faults.recorded(seq);
    }

    /** Number that a run gives to the frame of the recording. */
    public long inRun(long seq) {
        return seq * faults.spacing();
    }
}
