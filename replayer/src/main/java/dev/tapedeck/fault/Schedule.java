package dev.tapedeck.fault;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import java.util.List;

/** When the subscriber drains, relative to what arrives. No thread and no clock decides it. */
@JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
@JsonSubTypes({@JsonSubTypes.Type(Schedule.Every.class), @JsonSubTypes.Type(Schedule.At.class)})
public sealed interface Schedule {

    /** As soon as that many frames wait, and at the end. */
    record Every(int every) implements Schedule {
        public Every {
            if (every < 1) {
                throw new IllegalArgumentException("every: expected 1 frame or more, found " + every);
            }
        }
    }

    /** One batch after each of these entries of the recording, and the rest at the end. */
    record At(List<Long> after) implements Schedule {
        public At {
            after = List.copyOf(after);
        }
    }
}
