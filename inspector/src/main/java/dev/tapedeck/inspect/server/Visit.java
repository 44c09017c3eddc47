package dev.tapedeck.inspect.server;

import io.javalin.http.Context;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the gates look at in a request, exactly as it was sent.
 *
 * @param path the request's path before any decoding
 * @param hosts every {@code Host} header
 * @param formToken the form's token; reads the body, so it is asked last
 */
record Visit(
        String method,
        String path,
        @Nullable String query,
        List<String> hosts,
        @Nullable String fetchSite,
        @Nullable String fetchMode,
        @Nullable String cookie,
        @Nullable String authorization,
        @Nullable String origin,
        @Nullable String contentType,
        Supplier<@Nullable String> formToken) {

    static Visit of(Context context, String cookieName) {
        return new Visit(
                context.req().getMethod(),
                context.req().getRequestURI(),
                context.req().getQueryString(),
                Collections.list(context.req().getHeaders("Host")),
                context.header("Sec-Fetch-Site"),
                context.header("Sec-Fetch-Mode"),
                context.cookie(cookieName),
                context.header("Authorization"),
                context.header("Origin"),
                context.header("Content-Type"),
                () -> context.formParam("form"));
    }

    /** Path and query as they were sent. */
    String address() {
        return query == null ? path : path + "?" + query;
    }

    /** As {@link #address()}, without a query that holds anything but visible ASCII. */
    String plainAddress() {
        return query != null && query.matches("[!-~]*") ? address() : path;
    }

    boolean isPost() {
        return method.equals("POST");
    }
}
