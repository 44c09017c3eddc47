package dev.tapedeck.cli;

import dev.tapedeck.fixture.Fixtures;
import dev.tapedeck.golden.GoldenStore;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where recordings and their goldens lie. */
final class GoldenFolders {
    @Option(
            names = "--fixtures",
            paramLabel = "DIR",
            defaultValue = "fixtures",
            description = "folder of recordings (default: ${DEFAULT-VALUE})")
    private Path fixtures = Path.of("fixtures");

    @Option(
            names = "--golden",
            paramLabel = "DIR",
            defaultValue = "golden",
            description = "folder of approved results (default: ${DEFAULT-VALUE})")
    private Path golden = Path.of("golden");

    Fixtures fixtures() throws IOException {
        return Fixtures.in(fixtures);
    }

    /** The goldens; read-only where a build server runs, since nobody looks at a result there. */
    GoldenStore store() {
        String ci = System.getenv("CI");
        return new GoldenStore(golden, ci != null && !ci.isEmpty() && !ci.equalsIgnoreCase("false"));
    }
}
