package dev.tapedeck.replay;

import dev.tapedeck.frame.Header;
import dev.tapedeck.host.HostListener;

/** Watches a replay: the header first, then everything that the host tells. */
public interface ReplayListener extends HostListener {
    /** The recording's header, before any of its entries. */
    default void header(Header header) {}
}
