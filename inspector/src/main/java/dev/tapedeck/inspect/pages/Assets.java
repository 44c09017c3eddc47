package dev.tapedeck.inspect.pages;

import dev.tapedeck.inspect.index.Ids;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/** The static files of the pages, each under an address that holds its hash, so that it may be kept for ever. */
public final class Assets {
    /** Names of the files that every page needs. */
    public static final String STYLE = "tapedeck.css";
    public static final String ICON = "icon.svg";

    private static final String OWN = "/dev/tapedeck/inspect/";
    private static final String HTMX = "/META-INF/resources/webjars/htmx.org/";

    /**
     * A static file.
     *
     * @param type its content type
     */
    public record Asset(String name, String hash, String type, byte[] bytes) {}

    private final Map<String, Asset> byName = new TreeMap<>();

    private Assets() {}

    /** Loads every static file from the program itself. */
    public static Assets load() {
        Assets assets = new Assets();
        assets.add(STYLE, OWN + STYLE, "text/css; charset=utf-8");
        assets.add("tapedeck.js", OWN + "tapedeck.js", "text/javascript; charset=utf-8");
        assets.add(ICON, OWN + ICON, "image/svg+xml");
        assets.add("htmx.js", HTMX + htmxVersion() + "/dist/htmx.min.js", "text/javascript; charset=utf-8");
        return assets;
    }

    /** The address of a file of ours. */
    public Route route(String name) {
        Asset asset = byName.get(name);
        if (asset == null) {
            throw new IllegalArgumentException("asset expected, found " + name);
        }
        return Route.asset(asset.hash(), name);
    }

    /** The file of that name. */
    public byte[] bytes(String name) {
        return byName.get(name).bytes();
    }

    /** The file of that hash and name, if there is one. */
    public Optional<Asset> find(String hash, String name) {
        return Optional.ofNullable(byName.get(name)).filter(asset -> asset.hash().equals(hash));
    }

    private void add(String name, String resource, String type) {
        byte[] bytes = read(resource);
        byName.put(name, new Asset(name, Ids.of(bytes), type, bytes));
    }

    private static String htmxVersion() {
        Properties properties = new Properties();
        try (InputStream in = open("/META-INF/maven/org.webjars.npm/htmx.org/pom.properties")) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }

    private static byte[] read(String resource) {
        try (InputStream in = open(resource)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream open(String resource) throws IOException {
        InputStream in = Assets.class.getResourceAsStream(resource);
        if (in == null) {
            throw new IOException("the program is incomplete: " + resource + " expected in it, found nothing");
        }
        return in;
    }
}
