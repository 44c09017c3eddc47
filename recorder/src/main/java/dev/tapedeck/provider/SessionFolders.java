package dev.tapedeck.provider;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a provider keeps sessions as a file for the session, for each message and for each part of one, in three folders
 * below one root: {@code SESSIONS/ANY/S.json}, {@code MESSAGES/S/M.json} and {@code PARTS/M/P.json}. Files of a folder
 * are in order by name.
 *
 * @param sessions the folder of sessions; in it stands one for each project
 * @param messages the folder of messages; in it stands one for each session, named as the session's file
 * @param parts the folder of parts; in it stands one for each message, named as the message's file
 * @param about the member of a frame that holds what the session's or the message's file says
 * @param list the member of a frame that holds a message's parts
 */
public record SessionFolders(String sessions, String messages, String parts, String about, String list) {
    private static final String EXTENSION = ".json";

    /** The root, if the file is a session's by its place; whether it holds one is not looked at. */
    public Optional<Path> rootOf(Path file) {
        Path project = file.toAbsolutePath().normalize().getParent();
        Path folder = project == null ? null : project.getParent();
        boolean fits = name(file).endsWith(EXTENSION) && name(folder).equals(sessions);
        return fits && Files.isDirectory(folder.resolveSibling(messages))
                ? Optional.ofNullable(folder.getParent())
                : Optional.empty();
    }

    /** Where the messages of a session lie. */
    public Path messagesOf(Path root, Path session) {
        return root.resolve(messages).resolve(withoutExtension(session));
    }

    /** Where the parts of a message lie. */
    public Path partsOf(Path root, Path message) {
        return root.resolve(parts).resolve(withoutExtension(message));
    }

    private static String withoutExtension(Path file) {
        String name = name(file);
        return name.substring(0, name.length() - EXTENSION.length());
    }

    private static String name(@Nullable Path path) {
        return path == null || path.getFileName() == null ? "" : path.getFileName().toString();
    }
}
