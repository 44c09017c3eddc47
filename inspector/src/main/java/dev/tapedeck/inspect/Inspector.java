package dev.tapedeck.inspect;

import dev.tapedeck.golden.GoldenStore;
import dev.tapedeck.inspect.index.GoldenBoard;
import dev.tapedeck.inspect.index.Library;
import dev.tapedeck.inspect.index.StoredRuns;
import dev.tapedeck.inspect.index.Survey;
import dev.tapedeck.inspect.server.InspectorServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.time.InstantSource;

/** The inspector: recordings replayed in the background, pages served on the loopback address until it is closed. */
public final class Inspector implements AutoCloseable {
    private final Survey survey;
    private final InspectorServer server;

    private Inspector(Survey survey, InspectorServer server) {
        this.survey = survey;
        this.server = server;
    }

    /**
     * Starts it.
     *
     * @param log takes one line for each decision on a golden and for each failure of the inspector's own
     * @throws IOException if the folder does not exist, or the port is taken
     */
    public static Inspector start(InspectorOptions options, PrintWriter log) throws IOException {
        InstantSource clock = InstantSource.system();
        Library library = new Library(options.recordings(), clock);
        Survey survey = new Survey(library, clock, options.cache());
        GoldenStore store = options.goldens() == null ? null : new GoldenStore(options.goldens(), options.readOnly());
        InspectorSite site = new InspectorSite(
                library, survey, new StoredRuns(library, survey, clock), new GoldenBoard(store), log);
        try {
            return new Inspector(survey, InspectorServer.start(site, options.port(), options.readOnly(), clock, log));
        } catch (IOException | RuntimeException e) {
            survey.close();
            throw e;
        }
    }

    public int port() {
        return server.port();
    }

    /** The address of the overview. */
    public URI address() {
        return server.address();
    }

    /** The address that signs a browser in. */
    public URI signInAddress() {
        return server.signInAddress();
    }

    @Override
    public void close() {
        server.close();
        survey.close();
    }
}
