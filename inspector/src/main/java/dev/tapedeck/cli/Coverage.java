package dev.tapedeck.cli;

import dev.tapedeck.host.Disposition;
import dev.tapedeck.replay.ReplayReport;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.wire.RuleBooks;
import java.util.List;
import java.util.Optional;

/** What a file that a program keeps or exports cannot show, in words: partial coverage is said, not hidden. */
final class Coverage {
    private Coverage() {}

    /** One sentence, or empty when the whole wire is in the file. */
    static Optional<String> of(ReplayReport report) {
        List<String> lacks = RuleBooks.of(report.header().wire()).map(RuleBook::lacks).orElse(List.of());
        if (lacks.isEmpty()) {
            return Optional.empty();
        }
        long told = report.count(Disposition.MAPPED) + report.count(Disposition.DUPLICATE);
        return Optional.of("transcript: %d of %d lines tell the session; it holds no %s"
                .formatted(told, report.frames(), String.join(", no ", lacks)));
    }
}
