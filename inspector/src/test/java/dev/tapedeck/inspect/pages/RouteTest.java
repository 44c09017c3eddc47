package dev.tapedeck.inspect.pages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class RouteTest {
    private static final String ID = "aaaabbbbccccdddd";

    @Test
    void a_query_value_may_be_anything_and_leaves_the_address_one_of_ours() {
        for (String value : List.of("a b", "\"><script>", "//evil", "\u202e", "a&b=c#d", "100%", "é", "\r\nX: y")) {
            String href = Route.matrix().with("q", value).href();
            assertTrue(href.matches("/matrix\\?q=[A-Za-z0-9%._*+-]+"), href);
            assertEquals(href, Route.own(href).orElseThrow().href());
        }
    }

    @Test
    void an_empty_value_leaves_no_trace() {
        assertEquals("/matrix?b=1", Route.matrix().with("a", "").with("b", 1).with("c", null).href());
    }

    @Test
    void an_id_that_is_none_makes_no_route() {
        for (String id : List.of("", "..", "AAAABBBBCCCCDDDD", ID + "a", "aaaa/bbbccccdddd", "javascript:alert")) {
            assertThrows(IllegalArgumentException.class, () -> Route.frames(id), id);
        }
    }

    @Test
    void only_reading_routes_of_ours_are_ours() {
        String frames = "/s/" + ID + "/frames?q=is%3Afault&at=3";
        for (String own : List.of(
                "/", "/sessions", frames, "/g/" + ID, "/help/keys", "/runs", "/s/" + ID + "/state?at=3",
                "/compare?s=" + ID)) {
            assertEquals(own, Route.own(own).orElseThrow().href());
        }
        for (String foreign : List.of(
                "", "//evil.example.test", "/\\evil", "https://evil.example.test/", "/auth", "/g/" + ID + "/approve",
                "/s/" + ID + "/../x", "/matrix?q=\"", "/matrix#x", "javascript:alert(1)", "/matrix\n")) {
            assertTrue(Route.own(foreign).isEmpty(), foreign);
        }
    }
}
