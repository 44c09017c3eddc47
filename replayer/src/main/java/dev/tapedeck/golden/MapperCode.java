package dev.tapedeck.golden;

import dev.tapedeck.hash.Sha256;
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

/** The code that turns frames into events and events into maps, as hashes: they tell why a golden changed. */
public final class MapperCode {
    private static final List<String> MAPPER =
            List.of("amalgm", "canonical", "events", "mapping", "projection", "rules", "scratch", "wire");
    private static final List<String> REDUCER = List.of("host", "runtime");

    private MapperCode() {}

    /** SHA-256 in hex over the class files of all packages that make events of frames. */
    public static String mapper() {
        return Computed.MAPPER_SHA256;
    }

    /** SHA-256 in hex over the class files of all packages that make maps of events. */
    public static String reducer() {
        return Computed.REDUCER_SHA256;
    }

    /** Computed on first use: most commands never ask. */
    private static final class Computed {
        private static final String MAPPER_SHA256 = compute(MAPPER);
        private static final String REDUCER_SHA256 = compute(REDUCER);

        private static String compute(List<String> packages) {
            try {
                Path code = Path.of(NativeMapper.class.getProtectionDomain().getCodeSource().getLocation().toURI());
                if (Files.isDirectory(code)) {
                    return hash(code, packages);
                }
                try (FileSystem jar = FileSystems.newFileSystem(code)) {
                    return hash(jar.getPath("/"), packages);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (URISyntaxException e) {
                throw new IllegalStateException("the program's own place is no path", e);
            }
        }

        private static String hash(Path root, List<String> packages) throws IOException {
            MessageDigest digest = Sha256.digest();
            for (String name : packages) {
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
