package dev.tapedeck.projection.amalgm;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A map that forgets its oldest entry beyond {@link #MOST}. */
final class Recent<V> extends LinkedHashMap<String, V> {
    static final int MOST = 1000;
    private static final long serialVersionUID = 1;

    /** Another one with the same entries, in their order. */
    Recent<V> copy(UnaryOperator<V> each) {
        Recent<V> copy = new Recent<>();
        forEach((key, value) -> copy.put(key, each.apply(value)));
        return copy;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
        return size() > MOST;
    }
}
