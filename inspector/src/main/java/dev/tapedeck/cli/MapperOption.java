package dev.tapedeck.cli;

import dev.tapedeck.frame.Header;
import dev.tapedeck.guest.BundledMappers;
import dev.tapedeck.guest.Deadline;
import dev.tapedeck.guest.Guest;
import dev.tapedeck.guest.GuestMapper;
import dev.tapedeck.guest.ProcessGuest;
import dev.tapedeck.guest.QuickJsGuest;
import dev.tapedeck.mapping.Mapper;
import dev.tapedeck.mapping.MapperSource;
import dev.tapedeck.replay.NativeMappers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A mapper as a command line names it. A guest is started once and serves all recordings. */
final class MapperOption implements MapperSource, AutoCloseable {
    /** What a command line may say. */
    static final String FORMS = "native, quickjs:FILE, quickjs:bundled or exec:COMMAND";

    private static final String NATIVE = "native";
    private static final String QUICKJS = "quickjs:";
    private static final String EXEC = "exec:";
    private static final String BUNDLED = "bundled";
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

    private final String told;
    private final Deadline deadline;
    private final Map<String, Guest> guests = new HashMap<>();

    /** @throws IllegalArgumentException if it is none of {@link #FORMS} */
    MapperOption(String told, Deadline deadline) {
        boolean known = told.equals(NATIVE) || told.startsWith(QUICKJS) || told.startsWith(EXEC);
        if (!known || told.endsWith(":")) {
            throw new IllegalArgumentException("expected " + FORMS + ", found " + told);
        }
        this.told = told;
        this.deadline = deadline;
    }

    @Override
    public Mapper open(Header header) throws IOException {
        if (told.equals(NATIVE)) {
            return new NativeMappers().open(header);
        }
        return new GuestMapper(guest(header), deadline, header.started());
    }

    private Guest guest(Header header) throws IOException {
        String key = told.equals(QUICKJS + BUNDLED) ? header.wire().name() : told;
        Guest guest = guests.get(key);
        if (guest == null) {
            guest = start(header);
            guests.put(key, guest);
        }
        return guest;
    }

    private Guest start(Header header) throws IOException {
        if (told.startsWith(EXEC)) {
            return new ProcessGuest(words(told.substring(EXEC.length())));
        }
        String file = told.substring(QUICKJS.length());
        if (file.equals(BUNDLED)) {
            String name = BundledMappers.fileName(header.wire());
            String source = BundledMappers.of(header.wire()).orElseThrow(() -> new IOException(
                    "a bundled mapper for the wire " + header.wire() + " expected, found no " + name));
            return new QuickJsGuest(name, source, deadline);
        }
        return new QuickJsGuest(file, Files.readString(Path.of(file)), deadline);
    }

    /** Words of a command; quotes hold those together that have blanks. */
    private static List<String> words(String command) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(command);
        while (word.find()) {
            words.add(word.group(1) != null ? word.group(1) : word.group(2) != null ? word.group(2) : word.group(3));
        }
        return words;
    }

    @Override
    public void close() {
        guests.values().forEach(Guest::close);
    }
}
