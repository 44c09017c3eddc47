package dev.tapedeck.provider;

import dev.tapedeck.frame.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a provider that serves HTTP is told its address, and which of its paths are event streams
 * (runtime-event-path, Transport).
 *
 * @param arguments options that carry the bound address
 * @param usual the address where the command names none; port 0 is any free one
 * @param ready what the program prints once it answers; absent when it says nothing
 * @param credential name of the environment variable that takes the credential; absent when there is none
 * @param user name that goes with the credential in basic authentication
 * @param streams event streams, the one to map first at the front
 */
public record ServerSpec(
        List<AddressArgument> arguments,
        Address usual,
        @Nullable Pattern ready,
        @Nullable String credential,
        String user,
        List<EventStream> streams) {

    public ServerSpec {
        arguments = List.copyOf(arguments);
        streams = List.copyOf(streams);
    }

    /**
     * Where a server listens.
     *
     * @param port 0 for any free one
     */
    public record Address(String host, int port) {
        @Override
        public String toString() {
            return host + ":" + port;
        }
    }

    /**
     * An event stream of the server.
     *
     * @param path its path; a segment in braces stands for any one segment
     * @param wire what its events speak
     */
    public record EventStream(String path, Wire wire) {
        private static final Pattern ANY_SEGMENT = Pattern.compile("\\{[^}]*}");

        /** Whether that path, without its query, is this stream. */
        public boolean is(String other) {
            StringBuilder pattern = new StringBuilder();
            int at = 0;
            for (Matcher any = ANY_SEGMENT.matcher(path); any.find(); at = any.end()) {
                pattern.append(Pattern.quote(path.substring(at, any.start()))).append("[^/]+");
            }
            return other.matches(pattern + Pattern.quote(path.substring(at)));
        }
    }

    /**
     * An option of the command that carries the address or a part of it.
     *
     * @param option the word that stands before the value, or before {@code =} and the value
     * @param value the value, with <code>${host}</code> and <code>${port}</code>
     */
    public record AddressArgument(String option, String value) {
        static final String HOST = "${host}";
        static final String PORT = "${port}";

        private String filled(Address address) {
            return value.replace(HOST, address.host()).replace(PORT, Integer.toString(address.port()));
        }

        /** Takes the address, or a part of it, out of a value; what the value does not tell stays. */
        private Address read(String given, Address otherwise) {
            String pattern = Pattern.quote(value)
                    .replace(HOST, "\\E(?<host>.+?)\\Q")
                    .replace(PORT, "\\E(?<port>[0-9]{1,5})\\Q");
            Matcher matcher = Pattern.compile(pattern).matcher(given);
            if (!matcher.matches()) {
                return otherwise;
            }
            Map<String, Integer> groups = matcher.namedGroups();
            return new Address(
                    groups.containsKey("host") ? matcher.group("host") : otherwise.host(),
                    groups.containsKey("port") ? Integer.parseInt(matcher.group("port")) : otherwise.port());
        }
    }

    /** The address that the command asks for. */
    public Address asked(List<String> command) {
        Address asked = usual;
        for (AddressArgument argument : arguments) {
            for (int i = 1; i < command.size(); i++) {
                String word = command.get(i);
                if (word.equals(argument.option()) && i + 1 < command.size()) {
                    asked = argument.read(command.get(i + 1), asked);
                } else if (word.startsWith(argument.option() + "=")) {
                    asked = argument.read(word.substring(argument.option().length() + 1), asked);
                }
            }
        }
        return asked;
    }

    /** The command, made to listen at another address than it asks for. */
    public List<String> listeningAt(Address address, List<String> command) {
        List<String> changed = new ArrayList<>(command);
        for (AddressArgument argument : arguments) {
            boolean found = false;
            for (int i = 1; i < changed.size(); i++) {
                String word = changed.get(i);
                if (word.equals(argument.option()) && i + 1 < changed.size()) {
                    changed.set(i + 1, argument.filled(address));
                    found = true;
                } else if (word.startsWith(argument.option() + "=")) {
                    changed.set(i, argument.option() + "=" + argument.filled(address));
                    found = true;
                }
            }
            if (!found) {
                changed.add(argument.option());
                changed.add(argument.filled(address));
            }
        }
        return changed;
    }

    /** The declared stream of that path, without its query; or empty when events of that path are none of ours. */
    public Optional<EventStream> stream(String path) {
        return streams.stream().filter(stream -> stream.is(path)).findFirst();
    }
}
