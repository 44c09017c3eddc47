package dev.tapedeck.projection;

/** Keys of the projection's scratch; package-info tells what stands there. */
final class ScratchKeys {
    static final String PARENTS = "parents";
    static final String FIRST = "first";

    private ScratchKeys() {}

    static String plan(String thread) {
        return "plan/" + thread;
    }

    static String compaction(String thread) {
        return "compaction/" + thread;
    }

    static String evidence(String thread) {
        return "evidence/" + thread;
    }
}
