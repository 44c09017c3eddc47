package dev.tapedeck.inspect.server;

import dev.tapedeck.inspect.pages.Assets;
import dev.tapedeck.inspect.pages.Hint;
import dev.tapedeck.inspect.pages.Page;
import dev.tapedeck.inspect.pages.Route;
import dev.tapedeck.inspect.pages.Shell;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Writes pages as answers: the whole document, or the part that a script swaps in place. */
final class PageWriter {
    /** Set on a request that was answered, so that nothing answers it again. */
    static final String ANSWERED = "tapedeck.answered";

    private final Site site;
    private final Predicate<Context> signedIn;
    private final Assets assets;
    private final boolean readOnly;

    PageWriter(Site site, Predicate<Context> signedIn, Assets assets, boolean readOnly) {
        this.site = site;
        this.signedIn = signedIn;
        this.assets = assets;
        this.readOnly = readOnly;
    }

    /** Answers with a page; what stands around it depends on who asks. */
    void show(Context context, Page page) {
        show(context, page, surroundings(context, page));
    }

    /** Answers with a page for anybody: nothing that was recorded stands around it. */
    void showBare(Context context, Page page) {
        show(context, page, bare(context));
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
        // A page with a section was made for someone who passed the gates, with a cookie or with the token itself.
        if (!signedIn.test(context) && page.section() == null) {
            return bare(context);
        }
        Site.Summary summary = site.summary();
        return new Shell.Surroundings(
                summary.place(), theme(context), summary.unmappedKinds(), summary.pendingGoldens(), readOnly,
                Hint.named(context.cookie(Hint.COOKIE)));
    }

    /** What may stand around a page for anybody. */
    private Shell.Surroundings bare(Context context) {
        return new Shell.Surroundings(null, theme(context), 0, 0, readOnly, Set.of());
    }

    private static @Nullable String theme(Context context) {
        String theme = context.cookie("theme");
        return "light".equals(theme) || "dark".equals(theme) ? theme : null;
    }

    /** What comes from a recording is saved and never shown as a page. */
    static Context download(Context context, String name) {
        context.header("Content-Security-Policy", SecurityHeaders.RAW_POLICY);
        context.header("Content-Disposition", "attachment; filename=\"" + name + "\"");
        return context.contentType("text/plain; charset=utf-8");
    }

    /** Sends the browser to another page of ours. */
    static void redirect(Context context, Route route) {
        context.status(HttpStatus.SEE_OTHER);
        context.header("Location", route.href());
    }
}
