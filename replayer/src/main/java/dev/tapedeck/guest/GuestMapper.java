package dev.tapedeck.guest;

import dev.tapedeck.mapping.MapContext;
import dev.tapedeck.mapping.MapResult;
import dev.tapedeck.mapping.Mapper;
import dev.tapedeck.rules.Message;
import dev.tapedeck.scratch.Scratch;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeoutException;

/**
 * A mapper that speaks the mapping protocol. Whatever goes wrong with it is a failed call of the hook: an exception, a
 * wrong answer, too much of an answer, death, or silence beyond the deadline.
 */
public final class GuestMapper implements Mapper {
    /** Longest answer that is read, in characters: four times what a call may emit. */
    public static final int MAX_ANSWER = 16 << 20;

    private final Guest guest;
    private final Deadline deadline;
    private final CallWriter calls;

    /** @param started start of the recording, the base of arrival times */
    public GuestMapper(Guest guest, Deadline deadline, Instant started) {
        this.guest = guest;
        this.deadline = deadline;
        this.calls = new CallWriter(started);
    }

    @Override
    public boolean reduces() {
        return guest.reduces();
    }

    @Override
    public MapResult mapFrames(MapContext context, List<Message> frames, Scratch scratch) {
        String call = guest.reduces() ? calls.reduction(frames, scratch) : calls.call(context, frames, scratch);
        String answer = answer(call);
        if (answer.length() > MAX_ANSWER) {
            throw new HookFailure(
                    "answer: expected %d characters at most, found %d".formatted(MAX_ANSWER, answer.length()));
        }
        return new AnswerReader(frames, guest.reduces()).read(answer);
    }

    private String answer(String call) {
        try {
            return deadline.within(() -> guest.answer(call), guest::stop);
        } catch (TimeoutException e) {
            throw new HookFailure("no answer in time: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HookFailure("interrupted while it waited for an answer", e);
        } catch (Exception e) {
            throw new HookFailure(e.getMessage() == null ? e.toString() : e.getMessage(), e);
        }
    }
}
