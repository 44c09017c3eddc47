package dev.tapedeck.cli;

import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.cli.ReplayCommand.Vocabulary;
import dev.tapedeck.events.CanonicalIds;
import dev.tapedeck.events.EventWriter;
import dev.tapedeck.frame.Header;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.projection.amalgm.AmalgmProjection;
import dev.tapedeck.replay.ReplayListener;
import dev.tapedeck.runtime.RuntimeEvent;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/** Prints the events of a replay as they come, one a line. */
final class PrintingListener implements ReplayListener {
    private final PrintWriter out;
    private final Vocabulary vocabulary;
    private final Progress progress;
    private @Nullable Header header;
    private @Nullable EventWriter writer;
    private AmalgmProjection projection = new AmalgmProjection();

    PrintingListener(PrintWriter out, Vocabulary vocabulary, Progress progress) {
        this.out = out;
        this.vocabulary = vocabulary;
        this.progress = progress;
    }

    @Override
    public void header(Header told) {
        header = told;
        writer = EventWriter.full(told.provider(), new CanonicalIds(told.id(), 1));
    }

    @Override
    public void note(HostNote note) {
        if (note instanceof HostNote.EpochOpened opened && header != null) {
            writer = EventWriter.full(header.provider(), new CanonicalIds(header.id(), opened.epoch()));
            projection = new AmalgmProjection();
        }
    }

    @Override
    public void frame(FrameResult result) {
        progress.step();
        for (Emission emission : result.emissions()) {
            written(result.frame().seq(), emission);
        }
    }

    @Override
    public void written(long seq, Emission emission) {
        if (writer == null) {
            return;
        }
        CanonicalEvent canonical = emission.canonical();
        switch (vocabulary) {
            case canonical -> {
                if (canonical != null) {
                    line(writer.canonical(canonical, seq));
                }
            }
            case runtime -> {
                for (RuntimeEvent event : emission.events()) {
                    line(writer.runtime(event));
                }
            }
            case amalgm -> {
                if (canonical != null) {
                    projection.project(canonical).events().forEach(event -> line(writer.amalgm(event)));
                }
            }
        }
    }

    /** Without a flush for each line, which println would do. */
    private void line(String text) {
        out.write(text);
        out.write('\n');
    }
}
