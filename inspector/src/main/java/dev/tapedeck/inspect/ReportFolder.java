package dev.tapedeck.inspect;

import dev.tapedeck.inspect.pages.Route;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of a report: an address of the inspector becomes a name, and a link to what is not there becomes text. */
final class ReportFolder {
    /** Names of files that a report may hold; an earlier report's are deleted, anything else is left alone. */
    private static final Pattern OURS = Pattern.compile("(?:index|sessions|matrix|unmapped|goldens|runs"
            + "|s-[a-z2-7]{16}(?:-timeline|-transcript|-state|-budgets|-f-[0-9]{1,10})?|g-[a-z2-7]{16}"
            + "|unmapped-[a-z2-7]{16}|runs-[a-z2-7]{16})\\.html|matrix\\.(?:csv|json|md)|tapedeck\\.css|icon\\.svg");
    /** An attribute with an address of ours; a quotation mark in text or in a value never stands as itself. */
    private static final Pattern ADDRESS = Pattern.compile(" (href|action)=\"(/[^\"]*)\"");
    private static final Pattern SCRIPTED = Pattern.compile(" hx-[a-z-]+=\"[^\"]*\"");
    private static final Pattern CHOSEN = Pattern.compile("[?;]sel=([0-9]{1,10})(?:&|$)");
    private static final String RUN_TO_MAKE = Route.runs().path() + "?s=";
    /** A session replayed with faults, whose frames have other numbers; only the clean one is in a report. */
    static final Pattern UNDER_PLAN = Pattern.compile("[?&;]plan=");
    private static final List<String> FORMATS = List.of("csv", "json", "md");

    private final Path folder;
    private final Set<String> paths;

    /** @param paths of the pages that the report has */
    ReportFolder(Path folder, Set<String> paths) {
        this.folder = folder;
        this.paths = paths;
    }

    /** Makes the folder, or empties it of an earlier report. */
    static void prepare(Path folder) throws IOException {
        Files.createDirectories(folder);
        List<Path> before;
        try (Stream<Path> files = Files.list(folder)) {
            before = files.toList();
        }
        for (Path file : before) {
            if (!OURS.matcher(file.getFileName().toString()).matches()) {
                throw new IOException(folder + ": an empty folder or an earlier report expected, found "
                        + file.getFileName());
            }
        }
        for (Path file : before) {
            Files.delete(file);
        }
    }

    /** Writes the page of that path. */
    void write(String path, String html) throws IOException {
        Files.writeString(folder.resolve(file(path)), still(html, path), StandardCharsets.UTF_8);
    }

    /** With addresses that lead to files of the report or nowhere; what only a server can do is hidden. */
    private String still(String html, String here) {
        Matcher matcher = ADDRESS.matcher(SCRIPTED.matcher(html).replaceAll(""));
        String linked = matcher.replaceAll(found -> {
            String target = found.group(1).equals("href") ? target(found.group(2), here) : "";
            return target.isEmpty() ? "" : " href=\"" + target + "\"";
        });
        return linked.replace("<form ", "<form hidden ");
    }

    /** The file that an address leads to; empty when there is none, or when it is this very page. */
    private String target(String address, String here) {
        String path = address.replaceFirst("[?#].*", "");
        Matcher chosen = CHOSEN.matcher(address);
        if (path.endsWith("/frames") && chosen.find()) {
            String frame = path.replaceFirst("frames$", "f/" + chosen.group(1));
            path = paths.contains(frame) ? frame : path;
        }
        boolean known = FORMATS.stream().anyMatch(format -> Route.matrixFile(format).path().equals(address))
                || paths.contains(path) && !address.startsWith(RUN_TO_MAKE) && !UNDER_PLAN.matcher(address).find();
        return known && !path.equals(here) ? file(path) : "";
    }

    private static String file(String path) {
        for (String format : FORMATS) {
            if (Route.matrixFile(format).path().equals(path)) {
                return "matrix." + format;
            }
        }
        String name = path.substring(1).replaceFirst("/frames$", "").replace('/', '-');
        return (name.isEmpty() ? "index" : name) + ".html";
    }
}
