package dev.tapedeck.inspect;

import dev.tapedeck.golden.GoldenStore;
import dev.tapedeck.inspect.index.GoldenBoard;
import dev.tapedeck.inspect.index.Library;
import dev.tapedeck.inspect.index.Recording;
import dev.tapedeck.inspect.index.StoredRuns;
import dev.tapedeck.inspect.index.Survey;
import dev.tapedeck.inspect.index.Survey.Findings;
import dev.tapedeck.inspect.index.Tape.Facts;
import dev.tapedeck.inspect.pages.Assets;
import dev.tapedeck.inspect.pages.Page;
import dev.tapedeck.inspect.pages.Query;
import dev.tapedeck.inspect.pages.Route;
import dev.tapedeck.inspect.pages.Shell;
import dev.tapedeck.inspect.server.Site;
import dev.tapedeck.inspect.server.Site.Visitor;
import dev.tapedeck.redaction.LikelySecrets;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The inspector's pages as files for a build's artifact: one folder, no script, links relative and only to what is in
 * it. Overview, sessions, matrix, unmapped kinds, waiting goldens, and the first page of frames of some sessions.
 */
public final class StaticReport {
    /** Names of files that a report may hold; an earlier report's are deleted, anything else is left alone. */
    private static final Pattern OURS = Pattern.compile("(?:index|sessions|matrix|unmapped|goldens|[sg]-[a-z2-7]{16}"
            + "|unmapped-[a-z2-7]{16})\\.html|matrix\\.(?:csv|json|md)|tapedeck\\.css|icon\\.svg");
    /** An attribute with an address of ours; a quotation mark in text or in a value never stands as itself. */
    private static final Pattern ADDRESS = Pattern.compile(" (href|action)=\"(/[^\"]*)\"");
    private static final Pattern SCRIPTED = Pattern.compile(" hx-[a-z-]+=\"[^\"]*\"");
    private static final List<String> FORMATS = List.of("csv", "json", "md");

    private final Site site;
    private final Survey survey;
    private final Map<String, Supplier<Page>> pages = new LinkedHashMap<>();

    private StaticReport(Site site, Survey survey) {
        this.site = site;
        this.survey = survey;
    }

    /**
     * What was written.
     *
     * @param sessions how many sessions have their frames in the report
     * @param of how many there are
     */
    public record Written(int pages, int sessions, int of) {}

    /**
     * Writes a report; returns when every recording was replayed.
     *
     * @param options recordings and goldens; the port has no meaning here
     * @param out folder that is new, empty or an earlier report
     * @param sessions most sessions whose frames are in it, those with problems first
     * @throws IOException if there are no recordings at that place, or the folder holds other files
     */
    public static Written write(InspectorOptions options, Path out, int sessions) throws IOException {
        InstantSource clock = InstantSource.system();
        Library library = new Library(options.recordings(), clock);
        prepare(out);
        try (Survey survey = new Survey(library, clock)) {
            GoldenStore store = options.goldens() == null ? null : new GoldenStore(options.goldens(), true);
            GoldenBoard board = new GoldenBoard(store);
            PrintWriter nobody = new PrintWriter(Writer.nullWriter());
            Site site = new InspectorSite(library, survey, new StoredRuns(library, survey, clock), board, nobody);
            return new StaticReport(site, survey).write(out, sessions);
        }
    }

    private Written write(Path out, int most) throws IOException {
        Findings findings = survey.findings();
        while (!findings.complete()) {
            findings = survey.findings(); // waits a little each time
        }
        Query none = new Query(Map.of());
        Visitor reader = new Visitor("", true);
        pages.put("/", site::overview);
        pages.put(Route.sessions().path(), () -> site.sessions(none));
        pages.put(Route.matrix().path(), () -> site.matrix(none));
        pages.put(Route.unmapped().path(), () -> site.unmapped(none));
        pages.put(Route.goldens().path(), () -> site.goldens(none, reader));
        List<Recording> shown = worstFirst(findings).limit(most).toList();
        shown.forEach(each -> pages.put(Route.frames(each.id()).path(), () -> site.frames(each.id(), none)));
        linked(site.unmapped(none), "/unmapped/([a-z2-7]{16})")
                .forEach(id -> pages.put(Route.unmapped(id).path(), () -> site.unmappedKind(id)));
        linked(site.goldens(none, reader), "/g/([a-z2-7]{16})")
                .forEach(id -> pages.put(Route.golden(id).path(), () -> site.golden(id, none, reader)));
        Site.Summary summary = site.summary();
        Shell.Surroundings around = new Shell.Surroundings(
                summary.place(), null, summary.unmappedKinds(), summary.pendingGoldens(), true);
        for (Map.Entry<String, Supplier<Page>> page : pages.entrySet()) {
            String html = still(Shell.still(whole(page.getValue()), around), page.getKey());
            Files.writeString(out.resolve(file(page.getKey())), html, StandardCharsets.UTF_8);
        }
        for (String format : FORMATS) {
            String text = LikelySecrets.masked(site.matrixFile(format, none)).text();
            Files.writeString(out.resolve("matrix." + format), text, StandardCharsets.UTF_8);
        }
        Assets assets = Assets.load();
        Files.write(out.resolve(Assets.STYLE), assets.bytes(Assets.STYLE));
        Files.write(out.resolve(Assets.ICON), assets.bytes(Assets.ICON));
        return new Written(pages.size(), shown.size(), findings.scan().recordings().size());
    }

    private static Stream<Recording> worstFirst(Findings findings) {
        Comparator<Recording> problems = Comparator.comparingLong(each -> {
            Facts facts = findings.facts().get(each.id());
            return facts == null ? 0 : facts.problems();
        });
        return findings.scan().recordings().stream()
                .sorted(problems.reversed().thenComparing(Recording::name));
    }

    private static Stream<String> linked(Page page, String route) {
        return Pattern.compile(" href=\"" + route + "[\"?]").matcher(Shell.fragment(page, Shell.Secrets.MASKED))
                .results().map(found -> found.group(1)).distinct();
    }

    /** A page asks to be loaded again while its recording is replayed; it waits a little each time. */
    private static Page whole(Supplier<Page> maker) {
        Page page = maker.get();
        while (page.refresh()) {
            page = maker.get();
        }
        return page;
    }

    /** With addresses that lead to files of the report or nowhere; what only a server can do is hidden. */
    private String still(String html, String here) {
        Matcher matcher = ADDRESS.matcher(SCRIPTED.matcher(html).replaceAll(""));
        String linked = matcher.replaceAll(found -> {
            String path = found.group(2).replaceFirst("[?#].*", "");
            boolean file = FORMATS.stream().anyMatch(format -> Route.matrixFile(format).path().equals(path));
            boolean leads = file || pages.containsKey(path) && !path.equals(here);
            return found.group(1).equals("href") && leads ? " href=\"" + file(path) + "\"" : "";
        });
        return linked.replace("<form ", "<form hidden ");
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

    private static void prepare(Path out) throws IOException {
        Files.createDirectories(out);
        List<Path> before;
        try (Stream<Path> files = Files.list(out)) {
            before = files.toList();
        }
        for (Path file : before) {
            if (!OURS.matcher(file.getFileName().toString()).matches()) {
                throw new IOException(out + ": an empty folder or an earlier report expected, found "
                        + file.getFileName());
            }
        }
        for (Path file : before) {
            Files.delete(file);
        }
    }
}
