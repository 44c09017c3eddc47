package dev.tapedeck.inspect.pages;

import j2html.tags.ContainerTag;

/** An element of a drawing. Geometry stands in attributes, since the policy of the pages forbids inline style. */
final class Svg extends ContainerTag<Svg> {
    private Svg(String name) {
        super(name);
    }

    static Svg svg(int width, int height) {
        return of("svg").attr("width", width).attr("height", height);
    }

    static Svg of(String name) {
        return new Svg(name);
    }

    static Svg path(String steps) {
        return of("path").attr("d", steps);
    }

    static Svg rect(double x, double y, double width, double height) {
        return of("rect")
                .attr("x", round(x))
                .attr("y", round(y))
                .attr("width", round(width))
                .attr("height", round(height));
    }

    /** The steps of a rectangle in a path: many of one class are drawn as one element, so that a page stays small. */
    static String box(double x, double y, double width, double height) {
        return "M" + round(x) + " " + round(y) + "h" + round(width) + "v" + round(height) + "h-" + round(width) + "z";
    }

    /** One digit after the point is finer than a screen. */
    private static String round(double value) {
        long tenths = Math.round(value * 10);
        return tenths % 10 == 0 ? Long.toString(tenths / 10) : tenths / 10 + "." + Math.abs(tenths % 10);
    }
}
