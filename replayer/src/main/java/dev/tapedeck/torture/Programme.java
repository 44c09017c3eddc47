package dev.tapedeck.torture;

import dev.tapedeck.fault.BrokenStdin;
import dev.tapedeck.fault.Delayed;
import dev.tapedeck.fault.Exit;
import dev.tapedeck.fault.Fault;
import dev.tapedeck.fault.FaultPlan;
import dev.tapedeck.fault.FrameFault;
import dev.tapedeck.fault.HookFailure;
import dev.tapedeck.fault.Killed;
import dev.tapedeck.fault.Lag;
import dev.tapedeck.fault.Lost;
import dev.tapedeck.fault.Merged;
import dev.tapedeck.fault.MissingField;
import dev.tapedeck.fault.NewProcess;
import dev.tapedeck.fault.NullField;
import dev.tapedeck.fault.Oversize;
import dev.tapedeck.fault.ProcessFault;
import dev.tapedeck.fault.RefusedSubscription;
import dev.tapedeck.fault.Repeated;
import dev.tapedeck.fault.Retry;
import dev.tapedeck.fault.SmallLimit;
import dev.tapedeck.fault.Split;
import dev.tapedeck.fault.Stall;
import dev.tapedeck.fault.StreamEnd;
import dev.tapedeck.fault.Truncated;
import dev.tapedeck.fault.Undecodable;
import dev.tapedeck.fault.UnknownValue;
import dev.tapedeck.fault.WrongType;
import dev.tapedeck.host.Limit;
import dev.tapedeck.torture.Subject.Part;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** A named generator of fault plans: one bad day that a provider or a slow reader can cause. */
public enum Programme {
    /** The subscriber is too slow, now and then. */
    LAG(draw -> List.of(new Lag(draw.entry(), draw.upTo(400)))),
    /** The subscriber sleeps before a small queue, or takes small batches. */
    STALL(draw -> List.of(
            new SmallLimit((draw.oneIn(2) ? Limit.QUEUE : Limit.BATCH).word(), draw.upTo(30)),
            new Stall(draw.entry(), draw.upTo(100)))),
    /** A budget is too small for what comes. */
    OVERFLOW(draw -> List.of(switch (draw.upTo(8)) {
        case 1 -> new SmallLimit(Limit.EMITTED.word(), 200L * draw.upTo(50));
        case 2 -> new SmallLimit(Limit.SCRATCH.word(), 20L * draw.upTo(30));
        case 3 -> new SmallLimit(Limit.ITEMS.word(), draw.upTo(10));
        case 4 -> new SmallLimit(Limit.ITEM_TEXT.word(), 100L * draw.upTo(20));
        case 5 -> new SmallLimit(Limit.REQUESTS.word(), draw.upTo(2));
        case 6 -> new SmallLimit(Limit.IDLE_TURNS.word(), draw.upTo(3));
        case 7 -> new SmallLimit(Limit.LINE.word(), 40L * draw.upTo(40));
        default -> new SmallLimit(Limit.THREADS.word(), 1L + draw.upTo(3));
    })),
    /** The mapping hook fails as a whole. */
    HOOK(draw -> List.of(new HookFailure(draw.entry(), "the plugin threw"))),
    /** A frame is not what the vendor's schema says. */
    FIELDS(draw -> {
        long frame = draw.frame(Part.PROVIDER);
        String path = draw.path(frame);
        return List.of(switch (draw.upTo(4)) {
            case 1 -> new MissingField(frame, path);
            case 2 -> new NullField(frame, path);
            case 3 -> new WrongType(frame, path);
            default -> new UnknownValue(frame, path);
        });
    }),
    /** A frame is too long to be decoded. */
    OVERSIZE(draw -> List.of(new Oversize(draw.frame(Part.PROVIDER), 1L << 27))),
    /** Frames are lost without a word: a start, a delta, an end. */
    LOSS(draw -> List.of(new Lost(draw.frame(Part.START, Part.DELTA, Part.COMPLETION, Part.TERMINAL)))),
    /** Frames come twice: starts, ends, answers that are stale. */
    REPETITION(draw -> List.of(new Repeated(
            draw.frame(Part.START, Part.COMPLETION, Part.TERMINAL, Part.REQUEST, Part.ANSWER), draw.upTo(20) - 1))),
    /** Frames come late: deltas before their start, children before their parent, starts after their end. */
    DISORDER(draw -> List.of(
            new Delayed(draw.frame(Part.START, Part.DELTA, Part.THREAD, Part.COMPLETION), draw.upTo(20)))),
    /** Requests and answers meet a slow subscriber. */
    REQUESTS(draw -> List.of(
            new Lag(draw.frame(Part.REQUEST, Part.ANSWER), draw.upTo(20)),
            new SmallLimit(Limit.REQUESTS.word(), draw.upTo(3)),
            new Repeated(draw.frame(Part.ANSWER), draw.upTo(10)))),
    /** The provider refuses a subscription, and the user tries again. */
    REFUSAL(draw -> {
        long refused = draw.entry();
        return List.of(
                new RefusedSubscription(refused), new Lag(refused, draw.upTo(50)), new Retry(refused + draw.upTo(20)));
    }),
    /** The event stream ends while the process lives, while the subscriber is slow. */
    RECONNECT(draw -> {
        long ended = draw.entry();
        return List.of(new StreamEnd(ended), new Lag(ended, draw.upTo(20)), new StreamEnd(draw.entry()));
    }),
    /** What comes is no line of JSON. */
    FRAMING(draw -> {
        long frame = draw.frame(Part.PROVIDER);
        return List.of(switch (draw.upTo(4)) {
            case 1 -> new Undecodable(frame);
            case 2 -> new Truncated(frame, draw.upTo(40));
            case 3 -> new Split(frame, draw.upTo(40));
            default -> new Merged(frame);
        });
    }),
    /** The process ends in the middle. */
    EXIT(draw -> List.of(switch (draw.upTo(4)) {
        case 1 -> new Exit(draw.entry(), 0);
        case 2 -> new Exit(draw.entry(), draw.upTo(255));
        case 3 -> new BrokenStdin(draw.entry());
        default -> new Killed(draw.entry(), "SIGKILL");
    })),
    /** The process is replaced in the middle. */
    EPOCH(draw -> List.of(new NewProcess(draw.entry()), new Lag(draw.entry(), draw.upTo(50)))),
    /** What left the maps for want of room is spoken of again. */
    COMEBACK(draw -> List.of(
            draw.oneIn(2)
                    ? new SmallLimit(Limit.IDLE_TURNS.word(), draw.upTo(2))
                    : new SmallLimit((draw.oneIn(2) ? Limit.ITEMS : Limit.THREADS).word(), 1L + draw.upTo(2)),
            new Repeated(draw.frame(Part.START, Part.DELTA, Part.COMPLETION, Part.TERMINAL), draw.upTo(200)))),
    /** Everything at once: of all other programmes a random half, at random rates. */
    SWARM(Programme::swarm);

    private final Function<Draw, List<Fault>> faults;

    Programme(Function<Draw, List<Fault>> faults) {
        this.faults = faults;
    }

    /** Name on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The programme of that word, or empty. */
    public static Optional<Programme> of(String word) {
        return Arrays.stream(values()).filter(programme -> programme.word().equals(word)).findFirst();
    }

    /** Draws a plan for a recording. */
    public FaultPlan draw(RandomGenerator lots, Subject subject) {
        Draw draw = new Draw(lots, subject);
        List<Fault> all = new ArrayList<>();
        for (int times = draw.upTo(3); times > 0; times--) {
            all.addAll(faults.apply(draw));
        }
        return new FaultPlan(FaultPlan.VERSION, word(), draw.schedule(), unmixed(all, subject));
    }

    /**
     * A frame that breaks the stream does so in the clean run too, so nothing else becomes of it; and no process is
     * replaced twice at once.
     */
    private static List<Fault> unmixed(List<Fault> all, Subject subject) {
        List<Fault> faults = new ArrayList<>(new LinkedHashSet<>(all));
        faults.removeIf(fault -> fault instanceof FrameFault frame
                && all.stream().anyMatch(other -> other instanceof ProcessFault broken
                        && (broken.strikes(frame.frame())
                                || broken instanceof Merged merged && subject.follows(frame.frame(), merged.frame()))));
        return faults;
    }

    private static List<Fault> swarm(Draw draw) {
        List<Fault> all = new ArrayList<>();
        for (Programme programme : values()) {
            if (programme != SWARM && draw.oneIn(4)) {
                for (int times = draw.upTo(2); times > 0; times--) {
                    all.addAll(programme.faults.apply(draw));
                }
            }
        }
        return all;
    }
}
