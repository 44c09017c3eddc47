package dev.tapedeck.inspect.server;

import dev.tapedeck.inspect.pages.Page;
import dev.tapedeck.inspect.pages.PlainPages;
import dev.tapedeck.inspect.pages.Route;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What every request passes, static files included, before anything looks at what it wants: method, host, path, the
 * browser's own word on who asks, sign-in, and for writes the proof that our own form sent it.
 */
final class Gates {
    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST");
    private static final Pattern WRITE = Pattern.compile("/g/[a-z2-7]{16}/(?:approve|discard|undo)");
    /** Our own paths need no other character, so that nothing is left that two parsers could read differently. */
    private static final Pattern PLAIN_PATH = Pattern.compile("(?:/[A-Za-z0-9_-][A-Za-z0-9._-]*)*/?");
    /** Reachable without a session: signing in, the probe, and static files, which hold nothing recorded. */
    private static final Pattern OPEN = Pattern.compile("/auth|/healthz|/assets/[a-z2-7]{16}/[a-z.]+");

    private final String ownHost;
    private final Set<String> ownAliases;
    private final SignIn signIn;
    private final boolean readOnly;

    Gates(int port, SignIn signIn, boolean readOnly) {
        this.ownHost = "127.0.0.1:" + port;
        this.ownAliases = Set.of("localhost:" + port, "[::1]:" + port);
        this.signIn = signIn;
        this.readOnly = readOnly;
    }

    /** The answer of the first gate that is shut; empty when all are open. */
    Optional<Answer> check(Visit visit) {
        return first(method(visit))
                .or(() -> first(host(visit)))
                .or(() -> first(path(visit)))
                .or(() -> first(sender(visit)))
                .or(() -> first(session(visit)))
                .or(() -> first(write(visit)));
    }

    private static Optional<Answer> first(@Nullable Answer answer) {
        return Optional.ofNullable(answer);
    }

    private static @Nullable Answer method(Visit visit) {
        if (!METHODS.contains(visit.method())) {
            return notAllowed("GET, HEAD, POST");
        }
        boolean writes = WRITE.matcher(visit.path()).matches();
        if (writes != visit.isPost()) {
            return notAllowed(writes ? "POST" : "GET, HEAD");
        }
        return null;
    }

    /** A name that an attacker's page can point at this machine must see nothing at all (DNS rebinding). */
    private @Nullable Answer host(Visit visit) {
        if (visit.hosts().size() != 1) {
            return new Answer.Text(421, "This server does not answer to that name.\n");
        }
        String host = visit.hosts().getFirst().toLowerCase(Locale.ROOT);
        if (host.equals(ownHost)) {
            return null;
        }
        boolean plain = PLAIN_PATH.matcher(visit.path()).matches();
        if (ownAliases.contains(host) && !visit.isPost() && plain) {
            // A cookie for localhost would reach every development server on this machine.
            return new Answer.Elsewhere("http://" + ownHost + visit.plainAddress());
        }
        return new Answer.Text(421, "This server does not answer to that name.\n");
    }

    private static @Nullable Answer path(Visit visit) {
        if (PLAIN_PATH.matcher(visit.path()).matches()) {
            return null;
        }
        return refused(404, "Not found", "No page of the inspector has such an address.");
    }

    /** Other ports on this machine count as the same site to a browser, so same-site is refused too. */
    private static @Nullable Answer sender(Visit visit) {
        String site = visit.fetchSite();
        if (site == null || site.equals("same-origin") || site.equals("none")) {
            return null;
        }
        if (!visit.isPost() && "navigate".equals(visit.fetchMode())) {
            Page arrival = PlainPages.arrival(Route.own(visit.address()).orElse(null));
            return new Answer.Refused(arrival, null);
        }
        return refused(403, "Refused", "Requests of other sites are not answered.");
    }

    private @Nullable Answer session(Visit visit) {
        if (OPEN.matcher(visit.path()).matches() || signIn.session(visit.cookie()).isPresent()) {
            return null;
        }
        if (!visit.isPost() && signIn.bearer(visit.authorization())) {
            return null;
        }
        if (visit.isPost()) {
            return refused(403, "Refused", "A write needs a signed-in browser.");
        }
        return new Answer.Refused(
                PlainPages.signIn("You are not signed in.", Route.own(visit.address()).orElse(null)), null);
    }

    private @Nullable Answer write(Visit visit) {
        if (!visit.isPost()) {
            return null;
        }
        if (readOnly) {
            return refused(403, "Read-only", "This inspector was started read-only: nothing can be written.");
        }
        if (!("http://" + ownHost).equals(visit.origin())) {
            return refused(403, "Refused", "A write must come from a page of this inspector.");
        }
        if (!isForm(visit.contentType())) {
            return refused(403, "Refused", "A write must be a form.");
        }
        Optional<SignIn.Session> session = signIn.session(visit.cookie());
        if (session.isEmpty() || !SignIn.same(session.get().formToken(), visit.formToken().get())) {
            return refused(403, "Refused", "The form is not of this session. Load its page again and retry.");
        }
        return null;
    }

    private static boolean isForm(@Nullable String contentType) {
        String form = "application/x-www-form-urlencoded";
        return contentType != null && contentType.toLowerCase(Locale.ROOT).split(";", 2)[0].strip().equals(form);
    }

    private static Answer notAllowed(String allow) {
        Page page = PlainPages.refusal(405, "Method not allowed", "This address takes " + allow + " only.");
        return new Answer.Refused(page, allow);
    }

    private static Answer refused(int status, String title, String text) {
        return new Answer.Refused(PlainPages.refusal(status, title, text), null);
    }
}
