package dev.tapedeck.golden;

import dev.tapedeck.mapping.NativeMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * The code that turns frames into events and maps, as one hash: it tells whether a changed golden has a changed mapper.
 */
public final class MapperCode {
    private static final List<String> PACKAGES = List.of(
            "amalgm", "canonical", "events", "host", "mapping", "projection", "rules", "runtime", "scratch", "wire");

    private MapperCode() {}

    /** SHA-256 in hex over the class files of all packages that take part. */
    public static String sha256() {
        return Computed.SHA256;
    }

    /** Computed on first use: most commands never ask. */
    private static final class Computed {
        private static final String SHA256 = compute();

        private static String compute() {
            try {
                Path code = Path.of(NativeMapper.class.getProtectionDomain().getCodeSource().getLocation().toURI());
                if (Files.isDirectory(code)) {
                    return hash(code);
                }
                try (FileSystem jar = FileSystems.newFileSystem(code)) {
                    return hash(jar.getPath("/"));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (URISyntaxException e) {
                throw new IllegalStateException("the program's own place is no path", e);
            }
        }

        private static String hash(Path root) throws IOException {
            MessageDigest digest = Sha256.digest();
            for (String name : PACKAGES) {
                Path folder = root.resolve("dev/tapedeck").resolve(name);
                if (!Files.isDirectory(folder)) {
                    continue;
                }
                try (Stream<Path> files = Files.walk(folder)) {
                    for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                        digest.update(root.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
                        digest.update(Files.readAllBytes(file));
                    }
                }
            }
            return HexFormat.of().formatHex(digest.digest());
        }
    }
}
