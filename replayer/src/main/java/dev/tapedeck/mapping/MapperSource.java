package dev.tapedeck.mapping;

import dev.tapedeck.frame.Header;
import java.io.IOException;

/** Where a recording's mapper comes from. */
@FunctionalInterface
public interface MapperSource {
    /** @throws IOException if there is no mapper for the recording, or it cannot be read or started */
    Mapper open(Header header) throws IOException;
}
