package dev.tapedeck.inspect.pages;

import j2html.tags.DomContent;

/** The drawings that every page refers to, 16 units square. */
final class Sprite {
    private Sprite() {}

    static DomContent all() {
        return Svg.svg(0, 0)
                .withClass("vh")
                .attr("aria-hidden", "true")
                .with(Svg.of("defs")
                        .with(
                                symbol(
                                        "ok",
                                        disc(),
                                        line("M4.6 8.3l2.3 2.3 4.5-4.9", "1.8").attr("stroke", "var(--bg)")),
                                symbol("gap", ring(), filled("M8 1.8a6.2 6.2 0 0 0 0 12.4z")),
                                symbol("drop", box(), line("M5 8h6", "1.8")),
                                symbol(
                                        "unm",
                                        filled("M8 .6L15.4 8 8 15.4.6 8z"),
                                        line("M8 4.4v4.2", "1.8").attr("stroke", "var(--bg)"),
                                        dot().attr("fill", "var(--bg)")),
                                symbol(
                                        "mis",
                                        line("M8 1.4L15 14H1z", "1.6"),
                                        line("M5.6 9h4.8M5 11.4h6M9.6 7.4l-3.2 5.4", "1.2")),
                                symbol("none", ring().attr("stroke-dasharray", "2.6 2.27")),
                                symbol("na", line("M5 8h6", "1.4")),
                                symbol("fault", filled("M8 14.4L1 2h14z")),
                                symbol("late", ring(), line("M8 4.5V8l2.4 1.8", "1.6")),
                                symbol("search", circle("7", "7", "4.6"), line("M10.5 10.5L14 14", "1.6")),
                                symbol("logo", line("M1.5 4h4M1.5 8h7M1.5 12h4", "1.8"), circle("12", "8", "2.6")),
                                symbol("lock", line("M3 7h10v7H3zM5.5 7V5a2.5 2.5 0 0 1 5 0v2", "1.6"))));
    }

    private static Svg symbol(String id, DomContent... shapes) {
        return Svg.of("symbol").withId("g-" + id).attr("viewBox", "0 0 16 16").with(shapes);
    }

    private static Svg line(String path, String width) {
        return stroked(Svg.path(path), width)
                .attr("stroke-linecap", "round")
                .attr("stroke-linejoin", "round");
    }

    private static Svg filled(String path) {
        return Svg.path(path).attr("fill", "currentColor");
    }

    private static Svg disc() {
        return Svg.of("circle").attr("cx", "8").attr("cy", "8").attr("r", "7").attr("fill", "currentColor");
    }

    private static Svg dot() {
        return Svg.of("circle").attr("cx", "8").attr("cy", "11.2").attr("r", "1.1");
    }

    private static Svg ring() {
        return circle("8", "8", "6.2");
    }

    private static Svg circle(String x, String y, String radius) {
        return stroked(Svg.of("circle").attr("cx", x).attr("cy", y).attr("r", radius), "1.6");
    }

    private static Svg box() {
        return stroked(
                Svg.of("rect")
                        .attr("x", "1.8")
                        .attr("y", "1.8")
                        .attr("width", "12.4")
                        .attr("height", "12.4")
                        .attr("rx", "2.5"),
                "1.6");
    }

    private static Svg stroked(Svg shape, String width) {
        return shape.attr("fill", "none").attr("stroke", "currentColor").attr("stroke-width", width);
    }
}
