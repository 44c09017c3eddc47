package dev.tapedeck.play;

import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.rules.Message;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Carries what the played provider says to its client. All methods throw when the client no longer reads. */
public interface Voice {
    /**
     * Says a frame.
     *
     * @param heard the client's own frame that it answers; null when it answers none
     * @param held whether it may wait for what follows
     */
    void say(Frame frame, @Nullable Frame heard, boolean held) throws IOException;

    /** Says something beside the wire. */
    void log(LogLine line) throws IOException;

    /** Ends an event stream. */
    void endStream(String stream) throws IOException;

    /** Lets nothing wait any more. */
    void flush() throws IOException;

    /**
     * Answers a request of which the recording knows nothing; says nothing where the wire has no form for that.
     *
     * @param message what the frame is; null when it is no message
     */
    void refuse(Frame heard, @Nullable Message message, String reason) throws IOException;
}
