package dev.tapedeck.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** An inspector on a free port, and a visitor who is signed in. */
public final class TestInspector implements AutoCloseable {
    private final Inspector inspector;
    private final StringWriter log = new StringWriter();
    private final HttpClient client = HttpClient.newHttpClient();
    private final String cookie;

    private TestInspector(InspectorOptions options) throws IOException {
        inspector = Inspector.start(options, new PrintWriter(log));
        HttpResponse<String> in = send(HttpRequest.newBuilder(inspector.signInAddress()));
        cookie = in.headers().firstValue("Set-Cookie").orElseThrow().split(";")[0];
    }

    public static TestInspector of(Path recordings) throws IOException {
        return new TestInspector(new InspectorOptions(recordings, null, 0, false));
    }

    public static TestInspector of(Path recordings, Path goldens, boolean readOnly) throws IOException {
        return new TestInspector(new InspectorOptions(recordings, goldens, 0, readOnly));
    }

    public HttpResponse<String> get(String address) throws IOException {
        return send(HttpRequest.newBuilder(inspector.address().resolve(address)).header("Cookie", cookie));
    }

    /** What a script asks for that swaps a part of the page in place. */
    public HttpResponse<String> swap(String address) throws IOException {
        return send(HttpRequest.newBuilder(inspector.address().resolve(address))
                .header("Cookie", cookie)
                .header("HX-Request", "true"));
    }

    /** A page that is there, parsed; while a recording is replayed for the first time it is asked for again. */
    public Document page(String address) throws IOException {
        for (int i = 0; ; i++) {
            HttpResponse<String> response = get(address);
            assertEquals(200, response.statusCode(), address + "\n" + log);
            Document page = Jsoup.parse(response.body());
            if (page.select("meta[http-equiv=refresh]").isEmpty() || i == 40) {
                return page;
            }
        }
    }

    /** Sends the form of a page that a button with that text belongs to. */
    public HttpResponse<String> press(Document page, String button) throws IOException {
        Element form = page.select("form:has(button:contains(" + button + "))").first();
        if (form == null) {
            throw new AssertionError("a button expected with the text " + button);
        }
        return post(form.attr("action"), fields(form));
    }

    public static Map<String, String> fields(Element form) {
        Map<String, String> fields = new LinkedHashMap<>();
        form.select("input").forEach(input -> fields.put(input.attr("name"), input.attr("value")));
        return fields;
    }

    public HttpResponse<String> post(String address, Map<String, String> form) throws IOException {
        String body = form.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        String origin = "http://127.0.0.1:" + inspector.port();
        return send(HttpRequest.newBuilder(inspector.address().resolve(address))
                .header("Cookie", cookie)
                .header("Origin", origin)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    /** Every page that links lead to from the overview, by address; at most so many, and no secrets revealed. */
    public Map<String, Document> crawl(int most) throws IOException {
        Map<String, Document> pages = new LinkedHashMap<>();
        Deque<String> open = new ArrayDeque<>();
        open.add("/");
        while (!open.isEmpty() && pages.size() < most) {
            String address = open.poll();
            if (pages.containsKey(address) || address.endsWith("/raw") || address.startsWith("/matrix/")) {
                continue;
            }
            Document page = page(address);
            pages.put(address, page);
            page.select("main a[href], header a[href], footer a[href]").forEach(link -> {
                if (!link.attr("href").startsWith("#") && !link.attr("href").contains("reveal=1")) {
                    open.add(link.attr("href"));
                }
            });
        }
        return pages;
    }

    /** Name and value of the cookie that signs in. */
    public String cookie() {
        return cookie;
    }

    public String log() {
        return log.toString();
    }

    public URI address() {
        return inspector.address();
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException {
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    @Override
    public void close() {
        client.close();
        inspector.close();
    }
}
