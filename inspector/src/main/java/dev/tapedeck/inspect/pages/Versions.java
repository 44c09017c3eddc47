package dev.tapedeck.inspect.pages;

import dev.tapedeck.text.VisibleText;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Versions in the order of their numbers, so that 0.23.1 comes before 0.101.0. */
final class Versions {
    private static final Pattern PART = Pattern.compile("[0-9]{1,15}|[^0-9]+|[0-9]{16,}");
    private static final Comparator<String> BY_NUMBERS = Versions::compare;
    /** Longest version that is shown whole, in characters. */
    private static final int LONGEST = 24;

    private Versions() {}

    /** The last one; empty when there is none. */
    static String last(Collection<String> versions) {
        return versions.stream().max(BY_NUMBERS).map(version -> Html.cut(version, LONGEST)).orElse("");
    }

    /** The first and the last one in words. */
    static String range(Collection<String> versions) {
        String first = versions.stream().min(BY_NUMBERS).map(version -> Html.cut(version, LONGEST)).orElse("unknown");
        return VisibleText.of(versions.size() > 1 ? first + " … " + last(versions) : first);
    }

    private static int compare(String one, String other) {
        List<String> parts = parts(one);
        List<String> others = parts(other);
        for (int i = 0; i < Math.min(parts.size(), others.size()); i++) {
            String a = parts.get(i);
            String b = others.get(i);
            int order = isNumber(a) && isNumber(b)
                    ? Long.compare(Long.parseLong(a), Long.parseLong(b))
                    : a.compareTo(b);
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(parts.size(), others.size());
    }

    private static boolean isNumber(String part) {
        return part.length() < 16 && Character.isDigit(part.charAt(0));
    }

    private static List<String> parts(String version) {
        return PART.matcher(version).results().map(MatchResult::group).toList();
    }
}
