package dev.tapedeck.inspect.server;

import dev.tapedeck.inspect.pages.Page;
import dev.tapedeck.inspect.pages.PlainPages;
import dev.tapedeck.inspect.pages.Query;
import dev.tapedeck.inspect.pages.Route;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Pages with one recognisable word of data, so that a test of the server sees whether any came out. */
final class StubSite implements Site {
    static final String DATA = "recorded-secret-word";

    final List<String> written = new ArrayList<>();

    @Override
    public Pulse pulse(String session) {
        return new Pulse(1, session, 2, 3);
    }

    @Override
    public Summary summary() {
        return new Summary(DATA, 2, 1);
    }

    @Override
    public Page overview() {
        return page();
    }

    @Override
    public Page sessions(Query query) {
        throw new IllegalStateException("a failure of our own with " + DATA);
    }

    @Override
    public Page frames(String session, Query query) {
        return page();
    }

    @Override
    public Page timeline(String session, Query query) {
        return page();
    }

    @Override
    public Page transcript(String session, Query query) {
        return page();
    }

    @Override
    public Page state(String session, Query query) {
        return page();
    }

    @Override
    public Page budgets(String session, Query query) {
        return page();
    }

    @Override
    public Page runs(Query query) {
        return page();
    }

    @Override
    public Page run(String run) {
        return page();
    }

    @Override
    public Page compare(Query query) {
        return page();
    }

    @Override
    public Page frame(String session, long seq, Query query) {
        return page();
    }

    @Override
    public byte[] rawFrame(String session, long seq) {
        return ("<script>" + DATA + "</script>").getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String matrixFile(String format, Query query) {
        return format;
    }

    @Override
    public Page matrix(Query query) {
        return page();
    }

    @Override
    public Page unmapped(Query query) {
        return page();
    }

    @Override
    public Page unmappedKind(String kind) {
        return page();
    }

    @Override
    public Page goldens(Query query, Visitor visitor) {
        return page();
    }

    @Override
    public Page golden(String golden, Query query, Visitor visitor) {
        return PlainPages.refusal(200, "form token", DATA + " token-" + visitor.formToken());
    }

    @Override
    public Written write(String golden, String act, Map<String, String> form, Visitor visitor) {
        written.add(act);
        return new Written(Optional.of(Route.goldens()), Optional.empty());
    }

    private static Page page() {
        return PlainPages.refusal(200, "Data", DATA);
    }
}
