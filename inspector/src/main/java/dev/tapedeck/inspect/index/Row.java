package dev.tapedeck.inspect.index;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.rules.Role;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One frame of a table.
 *
 * @param row its number in the table, from 0
 * @param size of its payload in bytes
 * @param kind native kind; empty when the frame could not be decoded
 * @param batch 0 when it was in none
 * @param opens whether it is the first of its batch
 * @param closes whether it is the last of its batch
 */
public record Row(
        int row,
        long seq,
        long micros,
        int size,
        Direction direction,
        String kind,
        @Nullable Role role,
        @Nullable String rule,
        Disposition disposition,
        @Nullable String reason,
        long batch,
        boolean opens,
        boolean closes,
        List<EventType> events) {}
