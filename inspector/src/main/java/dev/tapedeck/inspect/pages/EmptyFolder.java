package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.each;
import static j2html.TagCreator.li;
import static j2html.TagCreator.p;
import static j2html.TagCreator.text;
import static j2html.TagCreator.ul;

import j2html.tags.DomContent;
import java.util.List;

/** What stands where recordings would: how to make some. */
final class EmptyFolder {
    private EmptyFolder() {}

    /**
     * @param place name of the folder
     * @param commands command lines that record the providers of this machine
     */
    static DomContent of(String place, List<String> commands) {
        return Html.all(
                p(text("No recordings in "), Html.mono(place), text(".")),
                commands.isEmpty()
                        ? p(text("Record one with "), Html.mono("tapedeck record -- COMMAND"), text("."))
                        : Html.all(
                                p("Record a provider that is on this machine:"),
                                ul(each(commands, command -> li(Html.mono(command)))).withClass("t")),
                p(text("Or stop this and open the demo set: "), Html.mono("tapedeck demo")));
    }
}
