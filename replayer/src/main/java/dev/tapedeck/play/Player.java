package dev.tapedeck.play;

import dev.tapedeck.frame.Carrier;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.invariant.Difference;
import dev.tapedeck.rules.Message;
import dev.tapedeck.rules.Role;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Plays a script to a client.
 *
 * <p>What the provider says stays in its recorded order. It is said once everything has been heard that was heard
 * before it in the recording, except for an answer: that needs nothing of what came in one breath with its request and
 * after it, so that a client may wait where the recorded one did not. A request that comes before its time is answered
 * at once if it was answered at once, so that no client waits for ever for having another order.
 *
 * <p>One thread plays; any may tell what was heard.
 */
public final class Player {
    private final Script script;
    private final List<DeclaredPath> declared;
    private final Pace pace;
    private final Voice voice;
    private final Consumer<Mismatch> told;
    private final Ear live;
    private final BlockingQueue<Heard> inbox = new LinkedBlockingQueue<>();
    private final List<Cue.Await> open = new ArrayList<>();
    private final List<Cue.Await> passed = new ArrayList<>();
    private final List<Cue.Log> logs = new ArrayList<>();
    private final Map<Cue.AwaitFrame, Spoken> met = new IdentityHashMap<>();
    private final Set<Cue.Say> early = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<Mismatch> mismatches = new ArrayList<>();
    private boolean silent;
    private volatile @Nullable String stoppedBy;

    /** A client's frame, as it was heard. */
    private record Spoken(Frame frame, @Nullable Message message) {}

    /**
     * @param declared places in client frames that have to be as recorded
     * @param told takes each mismatch when it is found
     */
    public Player(Script script, List<DeclaredPath> declared, Pace pace, Voice voice, Consumer<Mismatch> told) {
        this.script = script;
        this.declared = List.copyOf(declared);
        this.pace = pace;
        this.voice = voice;
        this.told = told;
        this.live = new Ear(script.dialect(), script.primary());
        script.cues().forEach(cue -> {
            if (cue instanceof Cue.Await await) {
                open.add(await);
            }
        });
    }

    /** Something came from the client. */
    public void hear(Heard heard) {
        if (heard instanceof Heard.Signalled signalled && !expects(signalled.signal())) {
            stoppedBy = signalled.signal();
        }
        inbox.add(heard);
    }

    /**
     * Plays the script to its end, or as far as its client plays along.
     *
     * @throws IOException if the client no longer reads
     */
    public Outcome play() throws IOException, InterruptedException {
        boolean whole = true;
        for (Iterator<Cue> cues = script.cues().iterator(); whole && stoppedBy == null && cues.hasNext(); ) {
            Cue cue = cues.next();
            switch (cue) {
                case Cue.Await await -> passed.add(await);
                case Cue.Log log -> log(log);
                case Cue.Say say -> whole = say(say);
                case Cue.EndStream end -> {
                    whole = heardAll(List.copyOf(passed));
                    if (whole) {
                        writeLogs();
                        pace.pause(end.pause());
                        voice.endStream(end.stream());
                    }
                }
            }
        }
        if (whole && heardAll(List.copyOf(passed))) {
            writeLogs();
            voice.flush();
            while (!script.endsByItself() && !silent && stoppedBy == null) {
                take();
            }
        }
        voice.flush();
        open.forEach(await -> tell(new Mismatch.Missing(await.seq(), await.what())));
        return new Outcome(mismatches, script.ending(), stoppedBy);
    }

    /** Whether the recording has that signal still to come; another one ends the play. */
    public boolean expects(String signal) {
        return script.cues().stream().anyMatch(cue -> cue instanceof Cue.AwaitSignal await
                && await.signal().equals(signal));
    }

    private boolean say(Cue.Say say) throws IOException, InterruptedException {
        if (early.contains(say)) {
            return true;
        }
        if (!heardAll(neededBy(say))) {
            return false;
        }
        writeLogs();
        pace.pause(say.pause());
        write(say);
        return true;
    }

    private List<Cue.Await> neededBy(Cue.Say say) {
        Cue.AwaitFrame request = say.request();
        int at = request == null ? -1 : passed.indexOf(request);
        if (request == null || at < 0) {
            return List.copyOf(passed);
        }
        List<Cue.Await> needed = new ArrayList<>(passed.subList(0, at + 1));
        passed.subList(at + 1, passed.size()).stream()
                .filter(later -> !(later instanceof Cue.AwaitFrame frame && frame.breath() == request.breath()))
                .forEach(needed::add);
        return needed;
    }

    /** What stands beside the wire waits with the frame behind it, unless nothing has to be heard before. */
    private void log(Cue.Log log) throws IOException, InterruptedException {
        logs.add(log);
        if (passed.isEmpty()) {
            writeLogs();
        }
    }

    private void writeLogs() throws IOException, InterruptedException {
        for (Cue.Log log : logs) {
            pace.pause(log.pause());
            voice.log(log.line());
        }
        logs.clear();
    }

    private void write(Cue.Say say) throws IOException {
        Spoken heard = say.request() == null ? null : met.get(say.request());
        Message message = say.message();
        boolean answers = heard != null && heard.message() != null && message != null;
        Frame frame = answers && say.frame().carrier() instanceof Carrier.Line
                ? CallersId.in(say.frame(), message, heard.message().id(), script.dialect().placeOfId(message))
                : say.frame();
        live.read(frame);
        voice.say(frame, heard == null ? null : heard.frame(), say.held());
    }

    /** Listens until all of these were heard; false when the client says nothing more. */
    private boolean heardAll(List<Cue.Await> needed) throws IOException, InterruptedException {
        for (Cue.Await await : needed) {
            while (isOpen(await)) {
                if (silent && !(await instanceof Cue.AwaitSignal && !script.listens()) || stoppedBy != null) {
                    return false;
                }
                voice.flush();
                take();
            }
        }
        passed.removeAll(needed);
        return true;
    }

    private boolean isOpen(Cue.Await await) {
        return open.stream().anyMatch(other -> other == await);
    }

    private void take() throws IOException, InterruptedException {
        switch (inbox.take()) {
            case Heard.Silent end -> silent = true;
            case Heard.Spoken spoken -> spoken(new Spoken(spoken.frame(), live.read(spoken.frame())));
            case Heard.Signalled signalled -> signalled(signalled.signal());
            case Heard.Subscribed subscribed ->
                close(Cue.AwaitSubscription.class, await -> await.stream().equals(subscribed.stream()));
        }
    }

    /** A signal that comes before what the client has to say first ends the play, as it would end the process. */
    private void signalled(String signal) {
        boolean inTime = !open.isEmpty()
                && open.getFirst() instanceof Cue.AwaitSignal await
                && await.signal().equals(signal);
        if (inTime) {
            open.removeFirst();
        } else {
            stoppedBy = signal;
        }
    }

    private <A extends Cue.Await> void close(Class<A> type, Predicate<A> which) {
        for (Iterator<Cue.Await> each = open.iterator(); each.hasNext(); ) {
            Cue.Await await = each.next();
            if (type.isInstance(await) && which.test(type.cast(await))) {
                each.remove();
                return;
            }
        }
    }

    private void spoken(Spoken spoken) throws IOException, InterruptedException {
        Cue.AwaitFrame await = Stream.concat(awaited(spoken, true), awaited(spoken, false)).findFirst().orElse(null);
        if (await == null) {
            String kind = spoken.message() == null ? "a line that is no frame" : spoken.message().kind().path();
            Mismatch unexpected = new Mismatch.Unexpected(kind, next());
            tell(unexpected);
            voice.refuse(spoken.frame(), spoken.message(), "not in the recording: " + unexpected.sentence());
            return;
        }
        open.removeIf(other -> other == await);
        met.put(await, spoken);
        compare(await, spoken);
        if (await.prompt() && !passed.contains(await)) {
            answerEarly(await);
        }
    }

    private String next() {
        return open.isEmpty() ? "nothing more" : open.getFirst().what();
    }

    private void answerEarly(Cue.AwaitFrame await) throws IOException {
        for (Cue cue : script.cues()) {
            if (cue instanceof Cue.Say say && say.request() == await) {
                early.add(say);
                write(say);
            }
        }
    }

    /** What of the script the frame may be, in order; exactly, or else by its kind alone. */
    private Stream<Cue.AwaitFrame> awaited(Spoken spoken, boolean exactly) {
        return open.stream()
                .filter(Cue.AwaitFrame.class::isInstance)
                .map(Cue.AwaitFrame.class::cast)
                .filter(await -> isThat(await.message(), spoken.message()))
                .filter(await -> !exactly || samePath(await.frame(), spoken.frame()));
    }

    private static boolean isThat(@Nullable Message recorded, @Nullable Message found) {
        if (recorded == null || found == null) {
            return recorded == found;
        }
        if (isAnswer(recorded) && isAnswer(found) && recorded.id() != null) {
            return recorded.id().equals(found.id());
        }
        return recorded.kind().path().equals(found.kind().path());
    }

    private static boolean samePath(Frame recorded, Frame found) {
        return !(recorded.carrier() instanceof Carrier.HttpRequest one)
                || found.carrier() instanceof Carrier.HttpRequest other && one.path().equals(other.path());
    }

    private static boolean isAnswer(Message message) {
        return message.role() == Role.RESULT || message.role() == Role.ERROR;
    }

    private void compare(Cue.AwaitFrame await, Spoken spoken) {
        Message recorded = await.message();
        Message found = spoken.message();
        if (recorded == null || found == null) {
            return;
        }
        Stream<Difference> differences = recorded.role() != found.role() && isAnswer(recorded)
                ? Stream.ofNullable(Difference.first(recorded.json(), found.json()))
                : declared.stream().flatMap(path -> Stream.ofNullable(path.between(recorded, found)));
        differences.forEach(difference -> tell(new Mismatch.Different(await.seq(), await.what(), difference)));
    }

    private void tell(Mismatch mismatch) {
        mismatches.add(mismatch);
        told.accept(mismatch);
    }
}
