package dev.tapedeck.redaction;

/** What is replaced; the words are those of the header's counts. */
enum Category {
    HOME("home"),
    CWD("cwd"),
    USER("user"),
    HOST("host"),
    EMAIL("email"),
    BEARER("bearer"),
    API_KEY("apiKey"),
    JWT("jwt"),
    /** The value of an environment variable, or of a member, whose name looks secret. */
    SECRET("secret");

    private final String word;

    Category(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }

    /** Whether a value seen once is a secret wherever it appears again. */
    boolean isRemembered() {
        return switch (this) {
            case BEARER, API_KEY, JWT, SECRET -> true;
            case HOME, CWD, USER, HOST, EMAIL -> false;
        };
    }
}
