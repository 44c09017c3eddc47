package dev.tapedeck.filter;

/** How a value is compared. */
enum Op {
    IS(":"),
    EQUAL("="),
    ABOVE(":>"),
    BELOW(":<");

    private final String sign;

    Op(String sign) {
        this.sign = sign;
    }

    String sign() {
        return sign;
    }
}
