package dev.tapedeck.wire.codexappserver;

import static dev.tapedeck.canonical.EventType.THREAD_METADATA_UPDATED;
import static dev.tapedeck.rules.Concept.OTHER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.tapedeck.canonical.ThreadPayload.ThreadMetadataUpdated;
import dev.tapedeck.mapping.Outcome;
import dev.tapedeck.rules.RuleBook;
import org.junit.jupiter.api.Test;

/** What CONTRIBUTING tells: a vendor's new notification costs one line and a fixture. */
class OneLineRuleTest {
    /** The fixture: a frame as the vendor would send it. */
    private static final String FRAME =
            Lines.json("{'method':'thread/mood/changed','params':{'threadId':'t1','mood':'good'}}");

    @Test
    void before_the_line_the_frame_is_unmapped() {
        assertInstanceOf(
                Outcome.Unmapped.class, Tape.of(CodexAppServer.BOOK, FRAME).map().outcomes().getFirst());
    }

    @Test
    void after_one_line_the_frame_is_mapped() {
        RuleBook book = CodexAppServer.BOOK.extended()
                .map("thread/mood/changed", OTHER, THREAD_METADATA_UPDATED, CodexThreads::metadata)
                .build();
        Tape.Mapped mapped = Tape.of(book, FRAME).map();
        assertEquals(new Outcome.Mapped("thread/mood/changed"), mapped.outcomes().getFirst());
        assertEquals(
                "good",
                mapped.payloads(ThreadMetadataUpdated.class).getFirst().metadata().path("mood").asText());
    }
}
