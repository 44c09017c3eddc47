package dev.tapedeck.inspect.server;

import dev.tapedeck.inspect.pages.Assets;
import dev.tapedeck.inspect.pages.Page;
import dev.tapedeck.inspect.pages.PlainPages;
import dev.tapedeck.inspect.pages.Query;
import dev.tapedeck.inspect.pages.Route;
import dev.tapedeck.inspect.pages.Shell;
import dev.tapedeck.inspect.pages.Trouble;
import dev.tapedeck.inspect.server.Site.Visitor;
import dev.tapedeck.inspect.server.Site.Written;
import dev.tapedeck.redaction.LikelySecrets;
import dev.tapedeck.text.VisibleText;
import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpStatus;
import io.javalin.http.SameSite;
import io.javalin.router.Endpoint;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.BindException;
import java.net.URI;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/** The inspector's HTTP server, on the loopback address and nowhere else. */
public final class InspectorServer implements AutoCloseable {
    /** The port that is tried first, so that links stay valid. */
    public static final int DEFAULT_PORT = 7433;

    /** Longest request head, in bytes. */
    static final int MAX_HEADER_BYTES = 8 * 1024;
    /** Longest body, in bytes; only forms have one. */
    static final int MAX_BODY_BYTES = 64 * 1024;
    /** Requests that are answered at once; Jetty itself needs a few threads more. */
    static final int MAX_REQUESTS = 64;
    /** Connections that wait for a thread. */
    private static final int MAX_WAITING = 256;
    /** A connection on which nothing moves for that long is closed, in ms. */
    private static final int IDLE_MS = 20_000;

    private static final String LOOPBACK = "127.0.0.1";
    private static final String ANSWERED = "tapedeck.answered";

    private final Site site;
    private final SignIn signIn;
    private final boolean readOnly;
    private final PrintWriter log;
    private final Assets assets = Assets.load();
    private final AtomicLong failures = new AtomicLong();
    private final LiveStreams live;
    private final Javalin javalin;
    private final int port;

    private InspectorServer(Site site, int wantedPort, boolean readOnly, InstantSource clock, PrintWriter log) {
        this.site = site;
        this.readOnly = readOnly;
        this.log = log;
        this.signIn = new SignIn(clock);
        this.live = new LiveStreams(site);
        this.javalin = Javalin.create(config -> configure(config, wantedPort));
        javalin.start();
        this.port = javalin.port();
    }

    /**
     * Starts serving.
     *
     * @param port port to listen on, 0 for any free one
     * @param clock measures the minute in which wrong tokens are counted
     * @param log takes one line for each failure of the inspector's own
     * @throws IOException if the port is taken or may not be used
     */
    public static InspectorServer start(Site site, int port, boolean readOnly, InstantSource clock, PrintWriter log)
            throws IOException {
        try {
            return new InspectorServer(site, port, readOnly, clock, log);
        } catch (RuntimeException e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof BindException) {
                    throw new BindException(LOOPBACK + ":" + port + ": " + cause.getMessage());
                }
            }
            throw e;
        }
    }

    public int port() {
        return port;
    }

    /** The address of the overview. */
    public URI address() {
        return URI.create("http://" + LOOPBACK + ":" + port + "/");
    }

    /** The address that signs a browser in; it holds the token, so it is shown to nobody but who started this. */
    public URI signInAddress() {
        return address().resolve("/auth?token=" + signIn.token());
    }

    @Override
    public void close() {
        live.close();
        javalin.stop();
    }

    private void configure(JavalinConfig config, int wantedPort) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.http.maxRequestSize = MAX_BODY_BYTES;
        config.http.compressionStrategy = CompressionStrategy.NONE;
        config.http.defaultContentType = "text/plain; charset=utf-8";
        config.jetty.threadPool = threads();
        config.jetty.addConnector((server, defaults) -> connector(server, wantedPort));
        config.jetty.modifyServer(server -> server.setErrorHandler(new FixedErrors()));
        config.jetty.modifyServletContextHandler(context -> context.setErrorHandler(new FixedErrors()));
        config.routes.before(this::passGates);
        routes(config);
        config.routes.error(404, context -> {
            if (context.attribute(ANSWERED) == null) {
                show(context, PlainPages.refusal(404, "Not found", "No page of the inspector has such an address."));
            }
        });
        config.routes.exception(Trouble.class, (trouble, context) -> show(context, PlainPages.trouble(trouble)));
        config.routes.exception(Exception.class, (failure, context) -> fail(failure, context));
        config.router.javaLangErrorHandler((response, error) -> {
            log.println("tapedeck inspect: " + error);
            log.flush();
            response.setStatus(500);
        });
    }

    private static QueuedThreadPool threads() {
        QueuedThreadPool pool =
                new QueuedThreadPool(MAX_REQUESTS + LiveStreams.MAX_CLIENTS + 8, 8, IDLE_MS, new LinkedBlockingQueue<>(MAX_WAITING));
        pool.setName("inspector");
        pool.setDaemon(true);
        return pool;
    }

    private static Connector connector(Server server, int wantedPort) {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendXPoweredBy(false);
        http.setRequestHeaderSize(MAX_HEADER_BYTES);
        http.setHttpCompliance(HttpCompliance.RFC9110);
        ServerConnector connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
        connector.setHost(LOOPBACK);
        connector.setPort(wantedPort);
        connector.setIdleTimeout(IDLE_MS);
        connector.addBean(new SlowClients(connector.getScheduler()));
        return connector;
    }

    private void routes(JavalinConfig config) {
        read(config, "/auth", this::signIn);
        read(config, "/healthz", context -> context.status(HttpStatus.NO_CONTENT));
        read(config, "/assets/{hash}/{name}", this::asset);
        read(config, "/live", this::live);
        page(config, "/", query -> site.overview());
        page(config, "/sessions", site::sessions);
        read(config, "/s/{id}", context -> redirect(context, Route.frames(id(context))));
        page(config, "/s/{id}/frames", (context, query) -> site.frames(id(context), query));
        page(config, "/s/{id}/timeline", (context, query) -> site.timeline(id(context), query));
        page(config, "/s/{id}/transcript", (context, query) -> site.transcript(id(context), query));
        page(config, "/s/{id}/state", (context, query) -> site.state(id(context), query));
        page(config, "/s/{id}/budgets", (context, query) -> site.budgets(id(context), query));
        page(config, "/runs", site::runs);
        page(config, "/runs/{id}", (context, query) -> site.run(id(context)));
        page(config, "/compare", site::compare);
        page(config, "/s/{id}/f/{seq}", (context, query) -> site.frame(id(context), seq(context), query));
        read(config, "/s/{id}/f/{seq}/raw", this::raw);
        page(config, "/matrix", site::matrix);
        read(config, "/matrix/{format}", this::matrixFile);
        page(config, "/unmapped", site::unmapped);
        page(config, "/unmapped/{id}", (context, query) -> site.unmappedKind(id(context)));
        page(config, "/goldens", (context, query) -> site.goldens(query, visitor(context)));
        page(config, "/g/{id}", (context, query) -> site.golden(id(context), query, visitor(context)));
        config.routes.post("/g/{id}/{act}", this::write);
        page(config, "/help/keys", query -> PlainPages.keys());
        page(config, "/help/filter", query -> PlainPages.filters());
    }

    private static void read(JavalinConfig config, String path, Handler handler) {
        config.routes.get(path, handler);
        config.routes.addEndpoint(Endpoint.create(HandlerType.HEAD, path).handler(handler));
    }

    private void page(JavalinConfig config, String path, Function<Query, Page> maker) {
        page(config, path, (context, query) -> maker.apply(query));
    }

    private void page(JavalinConfig config, String path, BiFunction<Context, Query, Page> maker) {
        read(config, path, context -> show(context, maker.apply(context, query(context))));
    }

    private void passGates(Context context) {
        SecurityHeaders.ALL.forEach(context::header);
        // The port is known only once the first request can come in.
        new Gates(javalin.port(), signIn, readOnly).check(Visit.of(context, cookieName())).ifPresent(answer -> {
            context.attribute(ANSWERED, true);
            answer(context, answer);
            context.skipRemainingHandlers();
        });
    }

    private void answer(Context context, Answer answer) {
        switch (answer) {
            case Answer.Text text -> context.status(text.status()).result(text.text());
            case Answer.Elsewhere elsewhere -> {
                context.status(HttpStatus.TEMPORARY_REDIRECT);
                context.header("Location", elsewhere.location());
            }
            case Answer.Refused refused -> {
                if (refused.allow() != null) {
                    context.header("Allow", refused.allow());
                }
                show(context, refused.page(), bare(context));
            }
        }
    }

    private void signIn(Context context) {
        context.attribute(ANSWERED, true);
        Route next = Route.own(context.queryParam("next")).orElse(Route.overview());
        switch (signIn.attempt(context.queryParam("token"))) {
            case SignIn.Attempt.In in -> {
                Cookie cookie = new Cookie(cookieName(), in.session().id());
                cookie.setPath("/");
                cookie.setHttpOnly(true);
                cookie.setSameSite(SameSite.STRICT);
                context.cookie(cookie);
                redirect(context, next);
            }
            case SignIn.Attempt.Wrong wrong ->
                show(context, PlainPages.signIn("That token is not the one of this inspector.", next));
            case SignIn.Attempt.TooMany many ->
                show(context, PlainPages.refusal(429, "Too many attempts", "Wait a minute, then try again."));
        }
    }

    private void asset(Context context) {
        Assets.Asset asset = assets.find(context.pathParam("hash"), context.pathParam("name"))
                .orElseThrow(() -> Trouble.notFound("file", Route.overview(), "Overview"));
        context.header("Cache-Control", "public, max-age=31536000, immutable");
        context.contentType(asset.type()).result(asset.bytes());
    }

    private void live(Context context) {
        context.attribute(ANSWERED, true);
        String session = context.queryParam("s");
        live.serve(context, session == null || session.isEmpty() ? "" : id(session));
    }

    private void raw(Context context) {
        long seq = seq(context);
        byte[] bytes = site.rawFrame(id(context), seq);
        context.header("Content-Security-Policy", SecurityHeaders.RAW_POLICY);
        context.header("Content-Disposition", "attachment; filename=\"frame-" + seq + ".txt\"");
        context.contentType("text/plain; charset=utf-8").result(bytes);
    }

    private void matrixFile(Context context) {
        String format = context.pathParam("format");
        String text = LikelySecrets.masked(site.matrixFile(format, query(context))).text();
        context.header("Content-Security-Policy", SecurityHeaders.RAW_POLICY);
        // A format that the site does not know has ended above, so nothing of the address gets into the header.
        context.header("Content-Disposition", "attachment; filename=\"matrix." + format + "\"");
        context.contentType("text/plain; charset=utf-8").result(text);
    }

    private void write(Context context) {
        Map<String, String> form = new HashMap<>();
        context.formParamMap().forEach((key, values) -> form.put(key, values.getFirst()));
        Written written = site.write(id(context), context.pathParam("act"), form, visitor(context));
        written.page().ifPresent(page -> show(context, page));
        written.next().ifPresent(next -> redirect(context, next));
    }

    private static void redirect(Context context, Route route) {
        context.status(HttpStatus.SEE_OTHER);
        context.header("Location", route.href());
    }

    private void fail(Exception failure, Context context) {
        long request = failures.incrementAndGet();
        log.println("tapedeck inspect: request " + request + " failed: " + context.req().getMethod() + " "
                + context.path());
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        log.print(LikelySecrets.masked(VisibleText.lines(trace.toString())).text());
        log.flush();
        show(context, PlainPages.failure(request));
    }

    private void show(Context context, Page page) {
        show(context, page, surroundings(context, page));
    }

    private void show(Context context, Page page, Shell.Surroundings around) {
        context.attribute(ANSWERED, true);
        context.status(page.status()).contentType("text/html; charset=utf-8").header("Vary", "HX-Request");
        boolean swap = "true".equals(context.header("HX-Request")) && page.section() != null;
        boolean reveal = "1".equals(context.queryParam("reveal")) && page.section() != null;
        Shell.Secrets secrets = reveal ? Shell.Secrets.REVEALED : Shell.Secrets.MASKED;
        context.result(swap
                ? Shell.fragment(page, secrets)
                : Shell.document(page, around, assets, secrets, revealing(context)));
    }

    /** The address of this page with its secrets shown. */
    private static @Nullable Route revealing(Context context) {
        String query = context.queryString();
        return Route.own(context.path() + (query == null ? "" : "?" + query))
                .map(route -> route.with("reveal", 1))
                .orElse(null);
    }

    private Shell.Surroundings surroundings(Context context, Page page) {
        boolean signedIn = signIn.session(context.cookie(cookieName())).isPresent();
        // A page with a section was made for someone who passed the gates, with a cookie or with the token itself.
        if (!signedIn && page.section() == null) {
            return bare(context);
        }
        Site.Summary summary = site.summary();
        return new Shell.Surroundings(
                summary.place(), theme(context), summary.unmappedKinds(), summary.pendingGoldens(), readOnly);
    }

    /** What may stand around a page for anybody. */
    private Shell.Surroundings bare(Context context) {
        return new Shell.Surroundings(null, theme(context), 0, 0, readOnly);
    }

    private static @Nullable String theme(Context context) {
        String theme = context.cookie("theme");
        return "light".equals(theme) || "dark".equals(theme) ? theme : null;
    }

    private Visitor visitor(Context context) {
        return signIn.session(context.cookie(cookieName()))
                .map(session -> new Visitor(session.formToken(), readOnly))
                .orElse(new Visitor("", true));
    }

    private String cookieName() {
        return "inspector_" + javalin.port();
    }

    private static Query query(Context context) {
        Map<String, String> first = new LinkedHashMap<>();
        context.queryParamMap().forEach((key, values) -> first.put(key, values.getFirst()));
        return new Query(first);
    }

    private static String id(Context context) {
        return id(context.pathParam("id"));
    }

    private static String id(String id) {
        if (!id.matches("[a-z2-7]{16}")) {
            throw Trouble.notFound("page", Route.overview(), "Overview");
        }
        return id;
    }

    private static long seq(Context context) {
        String seq = context.pathParam("seq");
        if (!seq.matches("[0-9]{1,10}")) {
            throw Trouble.notFound("frame", Route.sessions(), "Sessions");
        }
        return Long.parseLong(seq);
    }
}
