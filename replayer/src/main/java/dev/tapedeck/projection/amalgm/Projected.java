package dev.tapedeck.projection.amalgm;

import dev.tapedeck.amalgm.AmalgmEvent;
import dev.tapedeck.amalgm.Omission;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one canonical event became.
 *
 * @param omission why it became nothing; absent when it became something
 */
public record Projected(List<AmalgmEvent> events, @Nullable Omission omission) {
    public Projected {
        events = List.copyOf(events);
    }
}
