package dev.tapedeck.redaction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds private values in text: those known of the machine, those known by their looks, those learned on the way. */
final class PrivateValues {
    private static final int MIN_SECRET = 8;
    private static final int MIN_ASSIGNED = 12;
    private static final int MAX_LEARNED = 1000;
    private static final Set<String> SECRET_WORDS =
            Set.of("KEY", "KEYS", "PAT", "PWD", "PASS", "APIKEY", "AUTH", "CREDS", "BEARER", "JWT");
    private static final List<String> SECRET_PARTS =
            List.of("TOKEN", "SECRET", "PASSWORD", "PASSWD", "PASSPHRASE", "CREDENTIAL", "API_KEY", "PRIVATE_KEY");
    /** A name that ends so tells something about a secret, not the secret. */
    private static final Set<String> NOT_SECRET_ENDS = Set.of(
            "TYPE", "FILE", "PATH", "DIR", "LIMIT", "COUNT", "TTL", "MODE", "ALGORITHM", "SIZE", "LENGTH", "NAME",
                    "SOCK",
            "TOKENS", "PREFIX", "METHOD");
    /** As text, pages and addresses write them. */
    private static final List<String> QUOTES = List.of("\"", "'", "&quot;", "&#x27;", "%22", "%27");
    private static final String ENCODED_EQUALS = "%3D";
    private static final Set<String> TRIVIAL = Set.of(
            "disabled", "enabled", "undefined", "password", "optional", "required", "changeme", "localhost");

    private final Placeholders placeholders = new Placeholders();
    /** Known values by their first character, longest first. */
    private final List<List<Literal>> byFirst =
            Stream.generate(() -> (List<Literal>) new ArrayList<Literal>()).limit(128).toList();
    /** ASCII characters with which something private, or one of our placeholders, may begin. */
    private final boolean[] begins = new boolean[128];
    /** Known values whose first character is beyond ASCII. */
    private final List<Literal> others = new ArrayList<>();
    private final Set<String> learned = new HashSet<>();
    private final List<Literal> literals = new ArrayList<>();

    PrivateValues(Machine machine) {
        Shapes.starts().forEach(start -> begins[start.charAt(0)] = true);
        "@=<u".chars().forEach(c -> begins[c] = true);
        Map<String, String> environment = machine.environment();
        Set<String> homes = new LinkedHashSet<>();
        Set<String> paths = new LinkedHashSet<>();
        for (String home : named(environment.get("HOME"), environment.get("USERPROFILE"), machine.home())) {
            folder(home).ifPresent(homes::add);
        }
        paths.addAll(homes);
        folder(machine.cwd()).ifPresent(paths::add);
        int number = 0;
        for (String path : paths) {
            boolean home = homes.contains(path);
            number += home ? 1 : 0;
            String wanted = !home ? "/workspace" : number == 1 ? "/home/user" : "/home/user" + number;
            Category category = home ? Category.HOME : Category.CWD;
            add(new Literal(path, category, Placeholders.path(wanted, paths)));
        }
        named(environment.get("USER"), environment.get("LOGNAME"), environment.get("USERNAME"), machine.user())
                .forEach(user -> name(user, Category.USER, "user", Set.of("user")));
        for (String host : named(environment.get("HOSTNAME"), environment.get("COMPUTERNAME"), machine.host())) {
            name(host, Category.HOST, "host", Set.of("host", "localhost"));
            int dot = host.indexOf('.');
            if (dot > 2) {
                name(host.substring(0, dot), Category.HOST, "host", Set.of("host", "localhost"));
            }
        }
        environment.entrySet().stream()
                .filter(variable -> looksSecret(variable.getKey()) && !isTrivial(variable.getValue()))
                .sorted(Map.Entry.comparingByKey())
                .forEach(variable -> learn(Category.SECRET, variable.getValue()));
    }

    private static Set<String> named(@Nullable String... values) {
        Set<String> distinct = new LinkedHashSet<>();
        for (String value : values) {
            if (value != null && !value.isBlank()) {
                distinct.add(value);
            }
        }
        return distinct;
    }

    /** A folder without a slash at its end; none for the root and the like, which are nobody's. */
    private static Optional<String> folder(@Nullable String path) {
        if (path == null) {
            return Optional.empty();
        }
        boolean slash = path.length() > 1 && (path.endsWith("/") || path.endsWith("\\"));
        String bare = slash ? path.substring(0, path.length() - 1) : path;
        return Optional.of(bare).filter(one -> one.length() > 2);
    }

    private void name(String name, Category category, String with, Set<String> harmless) {
        if (!harmless.contains(name) && literals.stream().noneMatch(literal -> literal.value().equals(name))) {
            add(new Literal(name, category, with));
        }
    }

    private static boolean looksSecret(String variable) {
        String name = variable.toUpperCase(Locale.ROOT);
        List<String> words = List.of(name.split("_"));
        if (words.isEmpty() || NOT_SECRET_ENDS.contains(words.getLast()) || name.equals("PWD")
                || name.equals("OLDPWD")) {
            return false;
        }
        return words.stream().anyMatch(SECRET_WORDS::contains) || SECRET_PARTS.stream().anyMatch(name::contains);
    }

    private static boolean isTrivial(String value) {
        return value.length() < MIN_SECRET
                || TRIVIAL.contains(value.toLowerCase(Locale.ROOT))
                || value.chars().allMatch(c -> c >= '0' && c <= '9')
                || value.chars().distinct().count() < 3;
    }

    private void add(Literal literal) {
        char first = literal.value().charAt(0);
        if (first < begins.length) {
            begins[first] = true;
        }
        List<Literal> same = first < byFirst.size() ? byFirst.get(first) : others;
        same.add(literal);
        same.sort(Comparator.comparingInt((Literal one) -> one.value().length()).reversed());
        literals.add(literal);
    }

    /** Remembers a secret, so that it is found wherever it appears again; returns its placeholder. */
    private String learn(Category category, String value) {
        String placeholder = placeholders.of(category, value);
        if (value.length() >= MIN_SECRET && learned.size() < MAX_LEARNED && learned.add(value)) {
            add(new Literal(value, category, placeholder));
        }
        return placeholder;
    }

    /** The known values, for the quick look; the list grows at its end as secrets are learned. */
    List<Literal> literals() {
        return literals;
    }

    /**
     * Finds private values.
     *
     * @return the finds in order, none overlapping another
     */
    List<Find> in(String text, Role role) {
        if (role == Role.SECRET && !isTrivial(text) && !isPlaceholder(text) && Shapes.at(text, 0) == null) {
            return List.of(new Find(0, text.length(), Category.SECRET, null));
        }
        List<Find> finds = new ArrayList<>();
        int floor = 0;
        for (int i = 0; i < text.length(); ) {
            char first = text.charAt(i);
            if (first < begins.length && !begins[first]) {
                i++;
                continue;
            }
            int ours = Placeholders.lengthAt(text, i);
            Find find = longest(literalAt(text, i, role), otherAt(text, i, floor));
            if (find == null || find.length() <= ours) {
                // A placeholder stands for itself, so that scrubbing twice changes nothing.
                i += Math.max(1, ours);
                floor = ours > 0 ? i : floor;
                continue;
            }
            finds.add(find);
            i = find.to();
            floor = i;
        }
        return finds;
    }

    /** Where at the end of a text a known value may begin that goes on behind it; the text's length when nowhere. */
    int beginningOfKnown(String text) {
        int start = text.length();
        for (Literal literal : literals) {
            String value = literal.value();
            for (int length = Math.min(value.length() - 1, text.length()); length > 0; length--) {
                if (text.regionMatches(text.length() - length, value, 0, length)) {
                    start = Math.min(start, text.length() - length);
                    break;
                }
            }
        }
        return start;
    }

    /** What is to stand instead of a value that was found; the same for the same value. */
    String replacement(Find find, String value) {
        if (find.with() != null) {
            return find.with();
        }
        if (isPlaceholder(value)) {
            return value;
        }
        return find.category().isRemembered()
                ? learn(find.category(), value)
                : placeholders.of(find.category(), value);
    }

    private static @Nullable Find longest(@Nullable Find one, @Nullable Find other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.length() >= other.length() ? one : other;
    }

    private static @Nullable Find otherAt(String text, int i, int floor) {
        return switch (text.charAt(i)) {
            case '@' -> Emails.around(text, i, floor);
            case '=' -> assigned(text, i, i + 1, floor);
            default -> Shapes.at(text, i);
        };
    }

    /** A secret that nobody told of, whose shape or whose {@code =}, in an address {@code %3D}, stands there. */
    static @Nullable Find unknownSecretAt(String text, int i, int floor) {
        if (text.startsWith(ENCODED_EQUALS, i)) {
            return assigned(text, i, i + ENCODED_EQUALS.length(), floor);
        }
        return text.charAt(i) == '=' ? assigned(text, i, i + 1, floor) : Shapes.at(text, i);
    }

    /** {@code OTHER_API_KEY=…} in a text: a variable that is not this machine's. */
    private static @Nullable Find assigned(String text, int equals, int behind, int floor) {
        int name = equals;
        while (name > floor && isVariable(text.charAt(name - 1))) {
            name--;
        }
        if (name == equals || !looksSecret(text.substring(name, equals))) {
            return null;
        }
        int from = behind;
        for (String quote : QUOTES) {
            if (text.startsWith(quote, from)) {
                from += quote.length();
                break;
            }
        }
        int to = from;
        while (to < text.length() && text.charAt(to) > ' ' && "\"'`;&|<>()$\\".indexOf(text.charAt(to)) < 0) {
            to++;
        }
        String value = text.substring(from, to);
        boolean mixed = value.length() >= MIN_ASSIGNED
                && value.chars().anyMatch(Character::isDigit)
                && value.chars().anyMatch(Character::isLetter);
        return mixed && !value.startsWith("/") ? new Find(from, to, Category.SECRET, null) : null;
    }

    private static boolean isVariable(char c) {
        return c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_';
    }

    private @Nullable Find literalAt(String text, int i, Role role) {
        char first = text.charAt(i);
        List<Literal> candidates = first < byFirst.size() ? byFirst.get(first) : others;
        for (Literal literal : candidates) {
            if (text.startsWith(literal.value(), i) && literal.isMeant(text, i, role)) {
                return new Find(i, i + literal.value().length(), literal.category(), literal.with());
            }
        }
        return null;
    }

    private static boolean isPlaceholder(String text) {
        return !text.isEmpty() && Placeholders.lengthAt(text, 0) == text.length();
    }
}
