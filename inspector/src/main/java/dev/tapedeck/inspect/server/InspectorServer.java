package dev.tapedeck.inspect.server;

import dev.tapedeck.inspect.pages.Assets;
import dev.tapedeck.inspect.pages.Page;
import dev.tapedeck.inspect.pages.PlainPages;
import dev.tapedeck.inspect.pages.Query;
import dev.tapedeck.inspect.pages.Route;
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
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The inspector's HTTP server, on the loopback address and nowhere else. */
public final class InspectorServer implements AutoCloseable {
    /** The port that is tried first, so that links stay valid. */
    public static final int DEFAULT_PORT = 7433;

    /** Longest body, in bytes; only forms have one. */
    static final int MAX_BODY_BYTES = 64 * 1024;

    /** Longest time that stopping takes. */
    private static final Duration STOPPING = Duration.ofSeconds(5);

    private static final String LOOPBACK = "127.0.0.1";

    /** Formats in which the matrix is saved; nothing else of an address gets into a header. */
    private static final Set<String> FORMATS = Set.of("csv", "json", "md");

    private final Site site;
    private final SignIn signIn;
    private final boolean readOnly;
    private final List<String> reads = new ArrayList<>();
    private final PrintWriter log;
    private final Assets assets = Assets.load();
    private final AtomicLong failures = new AtomicLong();
    private final PageWriter pages;
    private final LiveStreams live;
    private final Javalin javalin;
    private final int port;

    private InspectorServer(Site site, int wantedPort, boolean readOnly, InstantSource clock, PrintWriter log) {
        this.site = site;
        this.readOnly = readOnly;
        this.log = log;
        this.signIn = new SignIn(clock);
        this.pages = new PageWriter(
                site, context -> signIn.session(context.cookie(cookieName())).isPresent(), assets, readOnly);
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

    /** Ends in a few seconds, whatever a client does: a stop that meets a stream's last word may wait for ever. */
    @Override
    public void close() {
        live.close();
        try {
            Thread.ofPlatform().daemon().start(javalin::stop).join(STOPPING);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void configure(JavalinConfig config, int wantedPort) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.http.maxRequestSize = MAX_BODY_BYTES;
        config.http.compressionStrategy = CompressionStrategy.NONE;
        config.http.defaultContentType = "text/plain; charset=utf-8";
        config.jetty.threadPool = Sockets.threads();
        config.jetty.addConnector((server, defaults) -> Sockets.connector(server, LOOPBACK, wantedPort));
        config.jetty.modifyServer(server -> server.setErrorHandler(new FixedErrors()));
        config.jetty.modifyServletContextHandler(context -> context.setErrorHandler(new FixedErrors()));
        config.routes.before(this::passGates);
        routes(config);
        config.routes.error(404, context -> {
            if (context.attribute(PageWriter.ANSWERED) == null) {
                pages.show(context,
                        PlainPages.refusal(404, "Not found", "No page of the inspector has such an address."));
            }
        });
        config.routes.exception(Trouble.class, (trouble, context) -> pages.show(context, PlainPages.trouble(trouble)));
        config.routes.exception(Exception.class, (failure, context) -> fail(failure, context));
        config.router.javaLangErrorHandler((response, error) -> {
            log.println("tapedeck inspect: " + error);
            log.flush();
            response.setStatus(500);
        });
    }

    private void routes(JavalinConfig config) {
        read(config, "/auth", this::signIn);
        read(config, "/healthz", context -> context.status(HttpStatus.NO_CONTENT));
        read(config, "/assets/{hash}/{name}", this::asset);
        read(config, "/live", this::live);
        page(config, "/", query -> site.overview());
        page(config, "/sessions", site::sessions);
        read(config, "/s/{id}", context -> PageWriter.redirect(context, Route.frames(Parameters.id(context))));
        page(config, "/s/{id}/frames", (context, query) -> site.frames(Parameters.id(context), query));
        page(config, "/s/{id}/timeline", (context, query) -> site.timeline(Parameters.id(context), query));
        page(config, "/s/{id}/transcript", (context, query) -> site.transcript(Parameters.id(context), query));
        page(config, "/s/{id}/state", (context, query) -> site.state(Parameters.id(context), query));
        page(config, "/s/{id}/budgets", (context, query) -> site.budgets(Parameters.id(context), query));
        page(config, "/runs", site::runs);
        page(config, "/runs/{id}", (context, query) -> site.run(Parameters.id(context)));
        page(config, "/compare", site::compare);
        page(config, "/s/{id}/f/{seq}", (context, query) ->
                site.frame(Parameters.id(context), Parameters.seq(context), query));
        read(config, "/s/{id}/f/{seq}/raw", this::raw);
        page(config, "/matrix", site::matrix);
        read(config, "/matrix/{format}", this::matrixFile);
        page(config, "/unmapped", site::unmapped);
        page(config, "/unmapped/{id}", (context, query) -> site.unmappedKind(Parameters.id(context)));
        page(config, "/goldens", (context, query) -> site.goldens(query, visitor(context)));
        page(config, "/g/{id}", (context, query) -> site.golden(Parameters.id(context), query, visitor(context)));
        config.routes.post("/g/{id}/{act}", this::write);
        page(config, "/help/keys", query -> PlainPages.keys());
        page(config, "/help/filter", query -> PlainPages.filters());
    }

    private void read(JavalinConfig config, String path, Handler handler) {
        reads.add(path);
        config.routes.get(path, handler);
        config.routes.addEndpoint(Endpoint.create(HandlerType.HEAD, path).handler(handler));
    }

    /** Every path that can be read, as it was registered; tests of the gates drive them all. */
    List<String> reads() {
        return List.copyOf(reads);
    }

    private void page(JavalinConfig config, String path, Function<Query, Page> maker) {
        page(config, path, (context, query) -> maker.apply(query));
    }

    private void page(JavalinConfig config, String path, BiFunction<Context, Query, Page> maker) {
        read(config, path, context -> pages.show(context, maker.apply(context, Parameters.query(context))));
    }

    private void passGates(Context context) {
        SecurityHeaders.ALL.forEach(context::header);
        // The port is known only once the first request can come in.
        new Gates(javalin.port(), signIn, readOnly).check(Visit.of(context, cookieName())).ifPresent(answer -> {
            context.attribute(PageWriter.ANSWERED, true);
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
                pages.showBare(context, refused.page());
            }
        }
    }

    private void signIn(Context context) {
        context.attribute(PageWriter.ANSWERED, true);
        Route next = Route.own(context.queryParam("next")).orElse(Route.overview());
        switch (signIn.attempt(context.queryParam("token"))) {
            case SignIn.Attempt.In in -> {
                Cookie cookie = new Cookie(cookieName(), in.session().id());
                cookie.setPath("/");
                cookie.setHttpOnly(true);
                cookie.setSameSite(SameSite.STRICT);
                context.cookie(cookie);
                PageWriter.redirect(context, next);
            }
            case SignIn.Attempt.Wrong wrong ->
                pages.show(context, PlainPages.signIn("That token is not the one of this inspector.", next));
            case SignIn.Attempt.TooMany many ->
                pages.show(context, PlainPages.refusal(429, "Too many attempts", "Wait a minute, then try again."));
        }
    }

    private void asset(Context context) {
        Assets.Asset asset = assets.find(context.pathParam("hash"), context.pathParam("name"))
                .orElseThrow(() -> Trouble.notFound("file", Route.overview(), "Overview"));
        context.header("Cache-Control", "public, max-age=31536000, immutable");
        context.contentType(asset.type()).result(asset.bytes());
    }

    private void live(Context context) {
        context.attribute(PageWriter.ANSWERED, true);
        String session = context.queryParam("s");
        live.serve(context, session == null || session.isEmpty() ? "" : Parameters.id(session));
    }

    private void raw(Context context) {
        long seq = Parameters.seq(context);
        byte[] bytes = site.rawFrame(Parameters.id(context), seq);
        PageWriter.download(context, "frame-" + seq + ".txt").result(bytes);
    }

    private void matrixFile(Context context) {
        String format = context.pathParam("format");
        if (!FORMATS.contains(format)) {
            throw Trouble.notFound("format", Route.matrix(), "Matrix");
        }
        String text = LikelySecrets.masked(site.matrixFile(format, Parameters.query(context))).text();
        PageWriter.download(context, "matrix." + format).result(text);
    }

    private void write(Context context) {
        Map<String, String> form = new HashMap<>();
        context.formParamMap().forEach((key, values) -> form.put(key, values.getFirst()));
        Written written = site.write(Parameters.id(context), context.pathParam("act"), form, visitor(context));
        written.page().ifPresent(page -> pages.show(context, page));
        written.next().ifPresent(next -> PageWriter.redirect(context, next));
    }

    private void fail(Exception failure, Context context) {
        long request = failures.incrementAndGet();
        log.println("tapedeck inspect: request " + request + " failed: " + context.req().getMethod() + " "
                + context.path());
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace));
        log.print(LikelySecrets.masked(VisibleText.lines(trace.toString())).text());
        log.flush();
        pages.show(context, PlainPages.failure(request));
    }

    private Visitor visitor(Context context) {
        return signIn.session(context.cookie(cookieName()))
                .map(session -> new Visitor(session.formToken(), readOnly))
                .orElse(new Visitor("", true));
    }

    private String cookieName() {
        return "inspector_" + javalin.port();
    }
}
