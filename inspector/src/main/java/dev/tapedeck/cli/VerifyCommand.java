package dev.tapedeck.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.json.Json;
import dev.tapedeck.recording.Damage;
import dev.tapedeck.recording.TailRepair;
import dev.tapedeck.recording.Verify;
import dev.tapedeck.text.Reason;
import dev.tapedeck.text.VisibleText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tapedeck verify}: reads recordings from start to end and says whether they are whole. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = "Checks recordings from start to end: lines, order, frame count and hash.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:every file is whole", "1:a file is truncated or damaged", "2:wrong command line",
            "3:a file could not be read or written"})
final class VerifyCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Recordings, or raw output of a provider.")
    private List<Path> files = List.of();

    private @Nullable Wire wire;

    @Option(names = "--repair", description = "Cut off torn tails first; nothing before the last line feed is touched.")
    private boolean repair;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    @Option(names = "--wire", paramLabel = "W", description = "The wire of files without a header.")
    void wire(String name) {
        try {
            wire = new Wire(name);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--wire: " + VisibleText.of(e.getMessage()));
        }
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        ArrayNode told = Json.mapper().createArrayNode();
        int exit = 0;
        for (Path file : files) {
            try {
                requireFile(file);
                String repaired = repair ? repaired(file) : null;
                Verify verify = Verify.file(file, wire);
                exit = Math.max(exit, isFine(verify) ? 0 : Tapedeck.DIFFERENCE);
                if (json) {
                    told.add(object(file, verify, repaired));
                } else {
                    print(out, file, verify, repaired);
                }
            } catch (IOException e) {
                exit = Tapedeck.UNREADABLE;
                String reason = Reason.of(e);
                told.addObject().put("file", file.toString()).put("state", "unreadable").put("error", reason);
                spec.commandLine().getErr().println("tapedeck: " + VisibleText.of(reason));
            }
        }
        if (json) {
            ObjectNode all = Json.mapper().createObjectNode();
            all.set("files", told);
            out.println(VisibleText.json(Json.write(all)));
        }
        out.flush();
        return exit;
    }

    private static void requireFile(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new IOException(file + ": an existing file expected, found none");
        }
        if (Files.isDirectory(file)) {
            throw new IOException(file + ": a file expected, found a folder");
        }
    }

    private static @Nullable String repaired(Path file) throws IOException {
        TailRepair repair = TailRepair.repair(file);
        return repair.needed() ? repair.sentence() : null;
    }

    private static boolean isFine(Verify verify) {
        return switch (verify.state()) {
            case WHOLE, RAW -> true;
            case TRUNCATED, DAMAGED -> false;
        };
    }

    private static void print(PrintWriter out, Path file, Verify verify, @Nullable String repaired) {
        out.printf("%s: %s%n", VisibleText.of(file.toString()), verify.state().words());
        String id = verify.header().id().isEmpty() ? "" : "id %s, ".formatted(VisibleText.of(verify.header().id()));
        out.printf(
                "  %sprovider %s, wire %s%n",
                id, VisibleText.of(verify.header().provider()), verify.header().wire().name());
        out.printf(
                Locale.ROOT, "  %d frames, %d lines, %.3f s%n",
                verify.frames(), verify.entries(), verify.micros() / 1_000_000.0);
        if (repaired != null) {
            out.printf("  repaired: %s%n", repaired);
        }
        for (Damage damage : verify.damages()) {
            out.printf("  %s%n", VisibleText.of(damage.sentence()));
        }
        if (verify.damageCount() > verify.damages().size()) {
            out.printf("  and %d more%n", verify.damageCount() - verify.damages().size());
        }
    }

    private static ObjectNode object(Path file, Verify verify, @Nullable String repaired) {
        ObjectNode node = Json.mapper().createObjectNode();
        node.put("file", file.toString()).put("state", verify.state().name().toLowerCase(Locale.ROOT));
        node.put("id", verify.header().id()).put("provider", verify.header().provider());
        node.put("wire", verify.header().wire().name()).put("origin", verify.header().origin().word());
        node.put("frames", verify.frames()).put("lines", verify.entries()).put("micros", verify.micros());
        node.set("end", Json.mapper().valueToTree(verify.ending()));
        node.put("repaired", repaired);
        node.put("damageCount", verify.damageCount());
        ArrayNode damages = node.putArray("damages");
        for (Damage damage : verify.damages()) {
            damages.addObject()
                    .put("kind", damage.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'))
                    .put("line", damage.line())
                    .put("offset", damage.offset())
                    .put("expected", damage.expected())
                    .put("found", damage.found());
        }
        return node;
    }
}
