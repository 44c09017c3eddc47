package dev.tapedeck.text;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Why something could not be read or written, in words: the system's exceptions often name no more than the file. */
public final class Reason {
    private Reason() {}

    /** One line, with the file where the exception knows it. */
    public static String of(IOException exception) {
        if (exception instanceof FileSystemException at && at.getFile() != null && at.getReason() == null) {
            return switch (at) {
                case NoSuchFileException missing -> named(missing, "no such file or folder");
                case AccessDeniedException denied -> named(denied, "permission denied");
                case FileAlreadyExistsException there -> named(there, "exists already");
                case NotDirectoryException file -> named(file, "not a folder");
                default -> named(at, at.getClass().getSimpleName());
            };
        }
        return exception.getMessage() == null ? exception.toString() : exception.getMessage();
    }

    private static String named(FileSystemException exception, String why) {
        return exception.getFile() + ": " + why;
    }
}
