package dev.tapedeck.recorder;

import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Arguments that reach a program as UTF-8, whatever the locale says.
 *
 * <p>The JDK encodes arguments by the locale, and where a daemon starts us without one, that is ASCII: every other
 * character would arrive as a question mark.
 */
final class ExactArguments {
    private static final Charset NATIVE = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));

    private ExactArguments() {}

    /** The command as it has to be given to the JDK, so that the program gets these arguments. */
    static List<String> of(List<String> command) {
        return of(command, NATIVE);
    }

    static List<String> of(List<String> command, Charset locale) {
        CharsetEncoder encoder = locale.newEncoder();
        if (command.stream().allMatch(encoder::canEncode)) {
            return command;
        }
        // The full stop keeps line feeds at an argument's end, which a substitution would cut off.
        String script = command.stream()
                .map(argument -> "a=$(printf '" + octal(argument) + ".'); set -- \"$@\" \"${a%.}\"\n")
                .collect(Collectors.joining("", "set --\n", "unset a; exec \"$@\""));
        return List.of("/bin/sh", "-c", script);
    }

    private static String octal(String argument) {
        StringBuilder escaped = new StringBuilder();
        for (byte b : argument.getBytes(StandardCharsets.UTF_8)) {
            escaped.append('\\').append(Integer.toOctalString((b & 0xff) | 0x200).substring(1));
        }
        return escaped.toString();
    }
}
