package dev.tapedeck.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class ReasonTest {
    @Test
    void an_exception_that_holds_only_a_path_gets_words() {
        assertEquals("a/b: permission denied", Reason.of(new AccessDeniedException("a/b")));
        assertEquals("a/b: no such file or folder", Reason.of(new NoSuchFileException("a/b")));
        assertEquals("a/b: DirectoryNotEmptyException", Reason.of(new DirectoryNotEmptyException("a/b")));
    }

    @Test
    void words_that_are_there_stay() {
        assertEquals("a: expected x", Reason.of(new NoSuchFileException("a", null, "expected x")));
        assertEquals("a: No space left", Reason.of(new FileSystemException("a", null, "No space left")));
        assertEquals("line 3", Reason.of(new IOException("line 3")));
        assertEquals("java.io.IOException", Reason.of(new IOException()));
    }
}
