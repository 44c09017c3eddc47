package dev.tapedeck.projection.amalgm;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that forgets its oldest entry beyond {@link #MOST}. */
final class Recent<V> extends LinkedHashMap<String, V> {
    static final int MOST = 1000;
    private static final long serialVersionUID = 1;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
        return size() > MOST;
    }
}
