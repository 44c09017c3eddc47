package dev.tapedeck.matrix;

/**
 * How claim and evidence of a cell stand to each other, worst first: a cell takes the first that one of its kinds has.
 */
public enum Status {
    /** Frames were seen and no rule matches. */
    UNMAPPED("unm", "Unmapped", "❌"),
    /** Rule and recordings contradict each other. */
    MISMATCH("mis", "Claim mismatch", "❌"),
    /** Handled, but something is not carried, a frame faulted, or a golden waits for approval. */
    GAPS("gap", "Gaps", "⚠️"),
    /** Claimed, and no recording shows it yet. */
    NO_EVIDENCE("none", "No evidence", "◇"),
    /** Claimed, recorded from a real provider, and nothing is lost. */
    PROVEN("ok", "Proven", "✅"),
    /** Left out on purpose, for a reason, or because it says again what another kind says. */
    DROPPED("drop", "Dropped on purpose", "❌"),
    /** Neither claimed nor seen. */
    NOT_EMITTED("na", "Not emitted", "–");

    private final String key;
    private final String word;
    private final String mark;

    Status(String key, String word, String mark) {
        this.key = key;
        this.word = word;
        this.mark = mark;
    }

    /** Short name, for addresses and JSON. */
    public String key() {
        return key;
    }

    /** Name that people read. */
    public String word() {
        return word;
    }

    /** Mark of the normalization matrix's legend. */
    public String mark() {
        return mark;
    }
}
