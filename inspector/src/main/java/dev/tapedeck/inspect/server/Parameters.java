package dev.tapedeck.inspect.server;

import dev.tapedeck.inspect.pages.Query;
import dev.tapedeck.inspect.pages.Route;
import dev.tapedeck.inspect.pages.Trouble;
import io.javalin.http.Context;
import java.util.LinkedHashMap;
import java.util.Map;

/** What stands in an address, read in one place: ids and numbers of our own form, and nothing else. */
final class Parameters {
    private Parameters() {}

    /** The query, of a key that is given twice its first value. */
    static Query query(Context context) {
        Map<String, String> first = new LinkedHashMap<>();
        context.queryParamMap().forEach((key, values) -> first.put(key, values.getFirst()));
        return new Query(first);
    }

    /** The id in an address; one that has not the form of ours is not found. */
    static String id(Context context) {
        return id(context.pathParam("id"));
    }

    static String id(String id) {
        if (!id.matches("[a-z2-7]{16}")) {
            throw Trouble.notFound("page", Route.overview(), "Overview");
        }
        return id;
    }

    /** The frame number in an address. */
    static long seq(Context context) {
        String seq = context.pathParam("seq");
        if (!seq.matches("[0-9]{1,10}")) {
            throw Trouble.notFound("frame", Route.sessions(), "Sessions");
        }
        return Long.parseLong(seq);
    }
}
