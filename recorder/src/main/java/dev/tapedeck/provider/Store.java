package dev.tapedeck.provider;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a provider keeps its sessions in a form that is not read here, so that somebody who points to it is told what
 * it is and how to get something that is.
 *
 * @param path of the file, absolute and with slashes; absent when it may have any name
 * @param begins what the file begins with, in ASCII; absent when it may begin with anything
 * @param holds what the folder holds; empty when it is a file
 * @param says what it is and what to do, to stand behind the path and a colon
 */
public record Store(@Nullable Pattern path, @Nullable String begins, List<String> holds, String says) {
    public Store {
        holds = List.copyOf(holds);
    }

    /**
     * Whether this is such a store.
     *
     * @throws IOException if the file cannot be read
     */
    boolean isAt(Path place) throws IOException {
        if (!holds.isEmpty()) {
            return holds.stream().allMatch(name -> Files.exists(place.resolve(name)));
        }
        String absolute = place.toAbsolutePath().toString().replace('\\', '/');
        boolean named = path == null || path.matcher(absolute).matches();
        return named && Files.isRegularFile(place) && (begins == null || beginsWith(begins, place));
    }

    private static boolean beginsWith(String begins, Path file) throws IOException {
        byte[] expected = begins.getBytes(StandardCharsets.US_ASCII);
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(expected.length), expected);
        }
    }
}
