package dev.tapedeck.provider;

import java.util.List;
import java.util.Optional;

/**
 * A command that starts a provider.
 *
 * @param program the program's name without folder and extension
 * @param arguments words that follow the program in this order, other words between them allowed
 */
public record CommandShape(String program, List<String> arguments) {
    public CommandShape {
        arguments = List.copyOf(arguments);
    }

    /**
     * Where the program's name stands in the command, or empty if the command is another one.
     *
     * <p>The program need not come first: launchers such as {@code npx} or {@code env} may stand before it.
     */
    public Optional<Integer> find(List<String> command) {
        for (int i = 0; i < command.size(); i++) {
            if (baseName(command.get(i)).equals(program) && follow(command.subList(i + 1, command.size()))) {
                return Optional.of(i);
            }
        }
        return Optional.empty();
    }

    private boolean follow(List<String> words) {
        int found = 0;
        for (String word : words) {
            if (found < arguments.size() && word.equals(arguments.get(found))) {
                found++;
            }
        }
        return found == arguments.size();
    }

    static String baseName(String word) {
        String name = word.substring(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1);
        return name.replaceFirst("\\.(exe|cmd|js|mjs)$", "");
    }
}
