package dev.tapedeck.inspect.pages;

import dev.tapedeck.json.Json;
import dev.tapedeck.matrix.KindEvidence;
import java.util.Comparator;
import java.util.List;

/** Lines of a rule book that a kind without a rule could get: a proposal for a person, never applied. */
final class RuleStub {
    private static final int SHOWN_PATHS = 6;

    private RuleStub() {}

    /** A rule that maps, with the texts and numbers that the samples hold. */
    static String map(KindEvidence kind) {
        List<String> paths = kind.shapes().keySet().stream()
                .flatMap(shape -> shape.paths().stream())
                .distinct()
                .filter(path -> path.contains(".") && !path.contains("[]") && !path.contains("*"))
                .sorted(Comparator.comparing(String::length))
                .limit(SHOWN_PATHS)
                .toList();
        StringBuilder stub = new StringBuilder();
        stub.append(".map(")
                .append(quoted(kind.kind()))
                .append(", Concept.OTHER, EventType.RUNTIME_WARNING, (frame, out) -> {\n");
        for (String path : paths) {
            int colon = path.lastIndexOf(':');
            stub.append("    // ").append(read(path.substring(0, colon), path.substring(colon + 1))).append('\n');
        }
        return stub.append("    out.emit(new TelemetryPayload.RuntimeWarning(\"…\", null));\n})").toString();
    }

    /** A rule that leaves it out. */
    static String drop(KindEvidence kind) {
        return ".drop(" + quoted(kind.kind()) + ", \"why no host needs it\")";
    }

    private static String read(String path, String type) {
        String pointer = quoted("/" + path.replace('.', '/'));
        return switch (type) {
            case "string" -> "frame.text(" + pointer + ")";
            case "number" -> "frame.optionalDecimal(" + pointer + ")";
            case "boolean" -> "frame.flag(" + pointer + ")";
            case "null" -> "frame.optionalText(" + pointer + ")";
            default -> "frame.node(" + pointer + ")";
        };
    }

    /** A JSON string is a Java string too, once control characters are escaped. */
    private static String quoted(String text) {
        return Json.write(text);
    }
}
