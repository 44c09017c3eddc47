package dev.tapedeck.inspect;

import dev.tapedeck.golden.GoldenConflict;
import dev.tapedeck.golden.GoldenName;
import dev.tapedeck.golden.ReadOnlyGoldens;
import dev.tapedeck.inspect.index.GoldenBoard.Origins;
import dev.tapedeck.inspect.index.GoldenBoard.Pending;
import dev.tapedeck.inspect.index.GoldenBoard.State;
import dev.tapedeck.inspect.index.GoldenBoard;
import dev.tapedeck.inspect.index.Library;
import dev.tapedeck.inspect.index.Shelf.Lookup;
import dev.tapedeck.inspect.index.Survey;
import dev.tapedeck.inspect.pages.GoldenPages.Decided;
import dev.tapedeck.inspect.pages.GoldenPages;
import dev.tapedeck.inspect.pages.Page;
import dev.tapedeck.inspect.pages.Query;
import dev.tapedeck.inspect.pages.Route;
import dev.tapedeck.inspect.pages.Trouble;
import dev.tapedeck.inspect.server.Site.Visitor;
import dev.tapedeck.inspect.server.Site.Written;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes the pages of goldens, and takes decisions on them. */
final class GoldenDesk {
    private final Library library;
    private final Survey survey;
    private final GoldenBoard goldens;
    private final PrintWriter audit;

    /** @param audit takes one line for each decision */
    GoldenDesk(Library library, Survey survey, GoldenBoard goldens, PrintWriter audit) {
        this.library = library;
        this.survey = survey;
        this.goldens = goldens;
        this.audit = audit;
    }

    /** What waits. */
    Page list(Query query, Visitor visitor) {
        return pages(visitor).list(golden -> origins(golden.golden().name()), decided(query));
    }

    /** One that waits. */
    Page one(String id, Query query, Visitor visitor) {
        Pending golden = pending(id).orElseThrow(() -> Trouble.notFound("pending golden", Route.goldens(), "Goldens"));
        try {
            return pages(visitor)
                    .one(
                            golden,
                            goldens.origins(golden.golden().name()),
                            goldens.bytes(golden.golden().name()),
                            query,
                            decided(query));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Approves, discards or takes a decision back. */
    Written write(String id, String act, Map<String, String> form, Visitor visitor) {
        try {
            return switch (act) {
                case "approve" -> approve(id, form, visitor);
                case "discard" -> discard(id, form, visitor);
                default -> undo(id);
            };
        } catch (ReadOnlyGoldens e) {
            throw new Trouble(403, "Read-only", "Nothing can be written here.", Route.goldens(), "Goldens");
        } catch (GoldenConflict e) {
            return conflict(id, visitor);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Written approve(String id, Map<String, String> form, Visitor visitor) throws IOException {
        Optional<Pending> golden = pending(id);
        if (golden.isEmpty()) {
            return conflict(id, visitor);
        }
        String received = form.getOrDefault("received", "");
        String approved = shown(form.get("approved"));
        State shown = board();
        GoldenName first = golden.get().golden().name();
        goldens.approve(first, received, approved);
        note("approved", first, received);
        List<String> changed = new ArrayList<>();
        for (String mark : GoldenBoard.marks(form.getOrDefault("with", ""))) {
            Optional<Pending> other = shown.marked(mark);
            if (other.isPresent() && goldens.approveWith(first, other.get())) {
                note("approved", other.get().golden().name(), String.valueOf(other.get().golden().received()));
            } else {
                changed.add(shown.nameOf(mark));
            }
        }
        if (!changed.isEmpty()) {
            throw new Trouble(
                    409,
                    "Some goldens changed meanwhile",
                    "%d approved. Not approved, since they are no longer what you looked at: %s.".formatted(
                            goldens.decided(id).size(), String.join(", ", changed)),
                    next(id, "approve"),
                    "Go on");
        }
        return Written.then(next(id, "approve"));
    }

    private Written discard(String id, Map<String, String> form, Visitor visitor) throws IOException {
        Optional<Pending> golden = pending(id);
        if (golden.isEmpty()) {
            return conflict(id, visitor);
        }
        String received = form.getOrDefault("received", "");
        goldens.discard(golden.get().golden().name(), received);
        note("discarded", golden.get().golden().name(), received);
        return Written.then(next(id, "discard"));
    }

    private Written undo(String id) throws IOException {
        List<GoldenName> names = goldens.undo(id);
        if (names.isEmpty()) {
            throw new Trouble(
                    404,
                    "Nothing to undo",
                    "No decision on this golden can be taken back.",
                    Route.goldens(),
                    "Goldens");
        }
        names.forEach(name -> note("took back the decision on", name, ""));
        return Written.then(pending(id).isPresent() ? Route.golden(id) : Route.goldens());
    }

    private static @Nullable String shown(@Nullable String hash) {
        return hash == null || hash.equals("absent") ? null : hash;
    }

    /** The next golden that waits, with a way to take the last decision back. */
    private Route next(String decided, String act) {
        List<Pending> left = board().pending();
        Route next = left.isEmpty() ? Route.goldens() : Route.golden(left.getFirst().id());
        return next.with("done", decided).with("act", act);
    }

    private Written conflict(String id, Visitor visitor) {
        Optional<Pending> now = pending(id);
        if (now.isEmpty()) {
            throw new Trouble(
                    409,
                    "This golden changed meanwhile",
                    "It no longer waits for a decision. Nothing was written.",
                    Route.goldens(),
                    "Goldens");
        }
        GoldenName name = now.get().golden().name();
        try {
            return Written.problem(pages(visitor).conflict(now.get(), goldens.origins(name), goldens.bytes(name)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void note(String act, GoldenName name, String hash) {
        audit.println("tapedeck inspect: " + act + " " + name + (hash.isEmpty() ? "" : " (received " + hash + ")"));
        audit.flush();
    }

    private @Nullable Decided decided(Query query) {
        String id = query.values().getOrDefault("done", "");
        String act = query.values().getOrDefault("act", "approve");
        List<GoldenName> names = goldens.decided(id);
        return names.isEmpty() ? null : new Decided(id, names, act);
    }

    private GoldenPages pages(Visitor visitor) {
        return new GoldenPages(
                board(),
                goldens.exists(),
                visitor.formToken(),
                visitor.readOnly(),
                library.scan(),
                recording -> survey.tape(recording) instanceof Lookup.Ready ready
                        ? Optional.of(ready.tape().frames())
                        : Optional.empty());
    }

    /** How goldens stood a moment ago. */
    State glance() {
        try {
            return goldens.glance();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Origins origins(GoldenName name) {
        try {
            return goldens.origins(name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How goldens stand. */
    State board() {
        try {
            return goldens.state();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Optional<Pending> pending(String id) {
        return board().pending().stream().filter(golden -> golden.id().equals(id)).findFirst();
    }
}
