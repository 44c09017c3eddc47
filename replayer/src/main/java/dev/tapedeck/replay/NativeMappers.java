package dev.tapedeck.replay;

import dev.tapedeck.frame.Header;
import dev.tapedeck.mapping.Mapper;
import dev.tapedeck.mapping.MapperSource;
import dev.tapedeck.mapping.NativeMapper;
import dev.tapedeck.projection.RuntimeProjection;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.wire.RuleBooks;
import java.io.IOException;

/** The mappers that ship with Tapedeck: a wire's rule book, then the runtime projection. */
public final class NativeMappers implements MapperSource {
    @Override
    public Mapper open(Header header) throws IOException {
        RuleBook book = RuleBooks.of(header.wire())
                .orElseThrow(() -> new IOException("a wire with a rule book expected, found " + header.wire()));
        return new NativeMapper(book, new RuntimeProjection(), header.started(), false);
    }
}
