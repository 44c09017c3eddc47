package dev.tapedeck.runtime;

import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What an update does to one field: in JSON an absent member keeps the value, {@code null} clears it.
 *
 * @param <T> type of the field
 */
public sealed interface Patch<T> {
    /** Leaves the field as it is. */
    @SuppressWarnings("unchecked")
    static <T> Patch<T> keep() {
        return (Patch<T>) Keep.INSTANCE;
    }

    /** Clears the field. */
    @SuppressWarnings("unchecked")
    static <T> Patch<T> clear() {
        return (Patch<T>) Clear.INSTANCE;
    }

    /** Sets the field. */
    static <T> Patch<T> set(T value) {
        return new Set<>(value);
    }

    /** Sets the field, or keeps it when there is no value. */
    static <T> Patch<T> told(@Nullable T value) {
        return value == null ? keep() : new Set<>(value);
    }

    /** Sets the field, or clears it when there is no value. */
    static <T> Patch<T> whole(@Nullable T value) {
        return value == null ? clear() : new Set<>(value);
    }

    /** The field's value after this patch. */
    default @Nullable T apply(@Nullable T before) {
        return switch (this) {
            case Keep<T> keep -> before;
            case Clear<T> clear -> null;
            case Set<T>(T value) -> value;
        };
    }

    record Keep<T>() implements Patch<T> {
        private static final Keep<?> INSTANCE = new Keep<>();
    }

    record Clear<T>() implements Patch<T> {
        private static final Clear<?> INSTANCE = new Clear<>();
    }

    record Set<T>(@JsonValue T value) implements Patch<T> {}
}
