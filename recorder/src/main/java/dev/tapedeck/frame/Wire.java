package dev.tapedeck.frame;

/**
 * The protocol that frames speak, for instance {@code codex.app-server}.
 *
 * <p>An open name, not an enum: a wire is added by its rule book alone.
 *
 * @param name lower-case name with dots and dashes
 */
public record Wire(String name) implements Comparable<Wire> {
    public Wire {
        if (!name.matches("[a-z0-9][a-z0-9.-]{0,63}")) {
            throw new IllegalArgumentException("wire name expected ([a-z0-9.-], up to 64 characters), found " + name);
        }
    }

    @Override
    public int compareTo(Wire other) {
        return name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return name;
    }
}
