package dev.tapedeck.play;

import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.rules.Message;
import org.jspecify.annotations.Nullable;

/** One step of a provider that is played. */
public sealed interface Cue {
    /** Time since the cue before it, as recorded or as a plan has moved it, in µs; never negative. */
    long pause();

    /** The provider waited for something from its client. */
    sealed interface Await extends Cue {
        /** What was awaited, in a few words. */
        String what();

        /** Number of its line in the recording. */
        long seq();
    }

    /**
     * For a frame.
     *
     * @param message what it is; null when it is no message
     * @param breath number that it shares with the frames that came in one breath, without a word of the provider's
     *     between them
     * @param prompt whether its answer comes before anything else that the provider says, but other answers
     */
    record AwaitFrame(long pause, Frame frame, @Nullable Message message, int breath, boolean prompt)
            implements Await {
        @Override
        public String what() {
            return message == null ? "a line that is no frame" : message.kind().path();
        }

        @Override
        public long seq() {
            return frame.seq();
        }
    }

    /** For a signal, such as {@code SIGINT}. */
    record AwaitSignal(long pause, long seq, String signal) implements Await {
        @Override
        public String what() {
            return "signal " + signal;
        }
    }

    /** For a client that opens an event stream. */
    record AwaitSubscription(long pause, long seq, String stream) implements Await {
        @Override
        public String what() {
            return "subscription to " + stream;
        }
    }

    /**
     * The provider says a frame.
     *
     * @param message what it is; null when it is no message
     * @param request what it answers
     * @param held whether it is written together with what follows, as after a stall
     */
    record Say(long pause, Frame frame, @Nullable Message message, @Nullable AwaitFrame request, boolean held)
            implements Cue {}

    /** The provider says something beside the wire. */
    record Log(long pause, LogLine line) implements Cue {}

    /** The provider ends an event stream. */
    record EndStream(long pause, String stream) implements Cue {}
}
