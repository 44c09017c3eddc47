package dev.tapedeck.fault;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tapedeck.host.Limit;
import dev.tapedeck.host.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Everything that goes wrong in one replay, in order, and when the subscriber drains: the whole of what tells a run
 * from another. Stored as JSON, it does the same in every version.
 *
 * @param version of the format; 1
 * @param programme generator that drew the plan, absent when a person wrote it
 * @param schedule when the subscriber drains
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FaultPlan(
        @JsonProperty("plan") int version, @Nullable String programme, Schedule schedule, List<Fault> faults) {
    /** The only version of the format. */
    public static final int VERSION = 1;
    /** Numbers that lie between two entries of a recording, when entries come twice, late or from nowhere. */
    public static final int SPACING = 1000;
    private static final Pattern FRAME = Pattern.compile("\\b(frame |frames up to )([0-9]{1,18})\\b");
    /** Nothing goes wrong and the subscriber takes batches that are as full as they may be. */
    public static final FaultPlan NONE =
            new FaultPlan(VERSION, null, new Schedule.Every((int) Limit.BATCH.standard()), List.of());

    public FaultPlan {
        if (version != VERSION) {
            throw new IllegalArgumentException("plan: expected version " + VERSION + ", found " + version);
        }
        faults = List.copyOf(faults);
    }

    /** A plan of these faults. */
    public static FaultPlan of(List<Fault> faults) {
        return NONE.with(faults);
    }

    public FaultPlan with(List<Fault> others) {
        return new FaultPlan(version, programme, schedule, others);
    }

    public FaultPlan with(Schedule other) {
        return new FaultPlan(version, programme, other, faults);
    }

    /** What is left of the plan when only the process itself goes wrong: the run that others are compared with. */
    public FaultPlan reference() {
        return new FaultPlan(
                version,
                programme,
                NONE.schedule,
                faults.stream()
                        .filter(fault -> fault instanceof ProcessFault || fault instanceof BrokenStdin)
                        .toList());
    }

    /** Frames that reach the host otherwise than the provider sent them, by their numbers in the recording. */
    public List<Long> altered() {
        List<Long> frames = new ArrayList<>();
        for (Fault fault : faults) {
            if (fault instanceof FrameFault altered) {
                frames.add(altered.frame());
            }
        }
        return frames;
    }

    /** Factor between the numbers of the recording and those that the host sees: 1, or {@link #SPACING}. */
    public int spacing() {
        for (Fault fault : faults) {
            if (fault instanceof Repeated || fault instanceof Delayed || fault instanceof Split
                    || fault instanceof Merged || fault instanceof NewProcess) {
                return SPACING;
            }
        }
        return 1;
    }

    /** Number in the recording of the frame that a host saw under that number; what came behind it has its number. */
    public long recorded(long seq) {
        return seq / spacing();
    }

    /**
     * What people call a frame that a host saw: its number in the recording, and {@code +1}, {@code +2} for what a
     * fault put behind it: a copy, a part, or a frame that comes late.
     */
    public String name(long seq) {
        long beside = seq % spacing();
        return recorded(seq) + (beside == 0 ? "" : "+" + beside);
    }

    /** What a host says, with the frames that it tells of called by {@link #name} and not by the numbers it saw. */
    public String words(String sentence) {
        if (spacing() == 1) {
            return sentence;
        }
        return FRAME.matcher(sentence).replaceAll(found -> {
            long seq = Long.parseLong(found.group(2));
            return found.group(1) + (seq < spacing() ? Long.toString(seq) : name(seq));
        });
    }

    /** The budgets of the run. */
    public Limits limits(Limits standard) {
        Limits limits = standard;
        for (Fault fault : faults) {
            if (fault instanceof SmallLimit small) {
                limits = limits.with(small.which(), small.value());
            }
        }
        return limits;
    }

    /**
     * Stands in front of a host: every fault of the stream in the plan's order, the first one nearest to the provider.
     *
     * @param spacing as of the plan that this one is, or is the reference of
     */
    public Sink before(Sink host, int spacing) {
        Sink sink = spacing == 1 ? host : new Numbered(spacing, host);
        for (Fault fault : faults.reversed()) {
            if (fault instanceof StreamFault stream) {
                sink = stream.before(sink);
            }
        }
        return sink;
    }

    /** The faults of the host, in the order in which they strike. */
    public List<HostFault> hostFaults() {
        List<HostFault> host = new ArrayList<>();
        for (Fault fault : faults) {
            if (fault instanceof HostFault one) {
                host.add(one);
            }
        }
        host.sort((a, b) -> Long.compare(a.after(), b.after()));
        return host;
    }
}
