package dev.tapedeck.recording;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;

/** Limits of files and lines. */
final class RecordingLimits {
    /** A longer line on the wire, in bytes, is kept in full but not parsed (architecture, section 4). */
    static final int PARSED_LINE = 64 * 1024 * 1024;
    /** A longer line of a recording, in bytes, is read in passing: room for base64 of a parsed line. */
    static final int RECORDING_LINE = PARSED_LINE / 3 * 4 + 64 * 1024;
    /** Bytes kept in memory of a payload that is not parsed. */
    static final int OVERSIZE_HEAD = 4096;

    /**
     * Tells lines apart, so its limits are far above those of a decoder (decision D8): a value too deep for the replay
     * is still one JSON value on the wire.
     */
    static final JsonFactory LINES = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(100_000)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
            .build();

    private RecordingLimits() {}
}
