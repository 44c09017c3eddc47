package dev.tapedeck.inspect.server;

import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/**
 * Answers of the HTTP library itself, for requests too broken to reach a gate: a fixed text with our headers.
 *
 * <p>The library's own pages would repeat parts of the request and carry none of the headers.
 */
final class FixedErrors extends ErrorHandler {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus();
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain; charset=utf-8");
        SecurityHeaders.ALL.forEach((name, value) -> response.getHeaders().put(name, value));
        Content.Sink.write(response, true, text(status), callback);
        return true;
    }

    private static String text(int status) {
        return status + " " + HttpStatus.getMessage(status) + "\n";
    }
}
