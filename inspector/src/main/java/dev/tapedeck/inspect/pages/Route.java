package dev.tapedeck.inspect.pages;

import dev.tapedeck.inspect.index.Plan;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An address of the inspector, always relative to its own root; the only maker of links.
 *
 * <p>Ids in paths match {@code [a-z2-7]{16}}, numbers {@code [0-9]{1,10}}, and no path of a file ever stands in one.
 * Query values may be anything: they are percent-encoded here and nowhere else.
 */
public final class Route {
    private static final Pattern ID = Pattern.compile("[a-z2-7]{16}");
    /** Every path that a sign-in or a continue link may lead to. */
    private static final Pattern OWN_PATH = Pattern.compile("/|/sessions"
            + "|/s/[a-z2-7]{16}/(?:frames|timeline|transcript|state|budgets)|/s/[a-z2-7]{16}/f/[0-9]{1,10}"
            + "|/matrix|/unmapped|/unmapped/[a-z2-7]{16}|/runs|/runs/[a-z2-7]{16}|/compare|/goldens|/g/[a-z2-7]{16}"
            + "|/help/(?:keys|filter)");
    private static final Pattern OWN_QUERY = Pattern.compile("[A-Za-z0-9%&=._~*+-]{0,4096}");

    private final String path;
    private final List<String> query;

    private Route(String path, List<String> query) {
        this.path = path;
        this.query = query;
    }

    public static Route overview() {
        return of("/");
    }

    public static Route sessions() {
        return of("/sessions");
    }

    /** The frames of a session. */
    public static Route frames(String session) {
        return of("/s/" + id(session) + "/frames");
    }

    /** Turns, items and requests of a session over time. */
    public static Route timeline(String session) {
        return of("/s/" + id(session) + "/timeline");
    }

    /** What was said in a session. */
    public static Route transcript(String session) {
        return of("/s/" + id(session) + "/transcript");
    }

    /** The host's maps after a frame. */
    public static Route state(String session) {
        return of("/s/" + id(session) + "/state");
    }

    /** How full the host was. */
    public static Route budgets(String session) {
        return of("/s/" + id(session) + "/budgets");
    }

    /** Replays under fault plans. */
    public static Route runs() {
        return of("/runs");
    }

    /** A run that is kept. */
    public static Route run(String run) {
        return of("/runs/" + id(run));
    }

    /** A run by what it consists of: an address that is good wherever the recording is. */
    public static Route run(String session, Plan plan) {
        return runs().with("s", id(session)).with("plan", plan.text());
    }

    /** Two runs of a session side by side; clean ones unless plans {@code a} and {@code b} say otherwise. */
    public static Route compare(String session) {
        return of("/compare").with("s", id(session));
    }

    /** One frame on a page of its own. */
    public static Route frame(String session, long seq) {
        return of("/s/" + id(session) + "/f/" + seq);
    }

    /** The bytes of one frame, as a download. */
    public static Route rawFrame(String session, long seq) {
        return of("/s/" + id(session) + "/f/" + seq + "/raw");
    }

    public static Route matrix() {
        return of("/matrix");
    }

    /** The matrix as a file to save: {@code csv}, {@code json} or {@code md}. */
    public static Route matrixFile(String format) {
        if (!format.matches("csv|json|md")) {
            throw new IllegalArgumentException("matrix format expected, found " + format);
        }
        return of("/matrix/" + format);
    }

    public static Route unmapped() {
        return of("/unmapped");
    }

    /** One unmapped kind. */
    public static Route unmapped(String kind) {
        return of("/unmapped/" + id(kind));
    }

    public static Route goldens() {
        return of("/goldens");
    }

    /** The difference of one golden. */
    public static Route golden(String golden) {
        return of("/g/" + id(golden));
    }

    /** Where a golden is approved, discarded or put back; for forms only. */
    public static Route goldenWrite(String golden, String act) {
        if (!act.matches("approve|discard|undo")) {
            throw new IllegalArgumentException("golden write expected, found " + act);
        }
        return of("/g/" + id(golden) + "/" + act);
    }

    /** News of what changed, as an event stream; of one session unless the id is empty. */
    static Route live(String session) {
        return session.isEmpty() ? of("/live") : of("/live").with("s", id(session));
    }

    public static Route keys() {
        return of("/help/keys");
    }

    public static Route filterHelp() {
        return of("/help/filter");
    }

    /** Where a token becomes a session; for forms only. */
    public static Route signIn() {
        return of("/auth");
    }

    /** A static file by hash and name, both ours. */
    static Route asset(String hash, String name) {
        return of("/assets/" + id(hash) + "/" + name);
    }

    /** The route that an address names, if it is one of ours and only readable; anything else is empty. */
    public static Optional<Route> own(@Nullable String address) {
        if (address == null) {
            return Optional.empty();
        }
        int mark = address.indexOf('?');
        String path = mark < 0 ? address : address.substring(0, mark);
        String query = mark < 0 ? "" : address.substring(mark + 1);
        if (!OWN_PATH.matcher(path).matches() || !OWN_QUERY.matcher(query).matches()) {
            return Optional.empty();
        }
        return Optional.of(new Route(path, query.isEmpty() ? List.of() : List.of(query)));
    }

    /** This route with one more query value; without it when the value is absent or empty. */
    public Route with(String key, @Nullable Object value) {
        if (value == null || value.toString().isEmpty()) {
            return this;
        }
        List<String> more = new ArrayList<>(query);
        more.add(key + "=" + URLEncoder.encode(value.toString(), StandardCharsets.UTF_8));
        return new Route(path, List.copyOf(more));
    }

    /** The path alone. */
    public String path() {
        return path;
    }

    /** What stands in {@code href}, {@code action} and {@code Location}. */
    public String href() {
        return query.isEmpty() ? path : path + "?" + String.join("&", query);
    }

    @Override
    public String toString() {
        return href();
    }

    private static Route of(String path) {
        return new Route(path, List.of());
    }

    private static String id(String id) {
        if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException("id of 16 characters a-z2-7 expected, found " + id.length());
        }
        return id;
    }
}
