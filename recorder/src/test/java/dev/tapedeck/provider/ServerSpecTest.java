package dev.tapedeck.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tapedeck.frame.Wire;
import dev.tapedeck.provider.ServerSpec.Address;
import dev.tapedeck.provider.ServerSpec.AddressArgument;
import dev.tapedeck.provider.ServerSpec.EventStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerSpecTest {
    private static final Address CHILD = new Address("127.0.0.1", 5);

    private static ServerSpec spec(AddressArgument... arguments) {
        EventStream stream = new EventStream("/api/{id}/event", new Wire("a"));
        return new ServerSpec(
                List.of(arguments), new Address("127.0.0.1", 0), null, null, "", List.of(stream));
    }

    private static final ServerSpec TWO =
            spec(new AddressArgument("--host", "${host}"), new AddressArgument("--port", "${port}"));

    @Test
    void the_asked_address_is_read_from_both_spellings_of_an_option() {
        assertEquals(new Address("0.0.0.0", 80), TWO.asked(List.of("x", "--port", "80", "--host=0.0.0.0")));
        assertEquals(new Address("127.0.0.1", 0), TWO.asked(List.of("x", "serve")));
    }

    @Test
    void the_child_gets_another_address_in_the_place_of_the_asked_one() {
        assertEquals(
                List.of("x", "--port=5", "-v", "--host", "127.0.0.1"),
                TWO.listeningAt(CHILD, List.of("x", "--port=80", "-v", "--host", "0.0.0.0")));
        assertEquals(
                List.of("x", "serve", "--host", "127.0.0.1", "--port", "5"),
                TWO.listeningAt(CHILD, List.of("x", "serve")));
    }

    @Test
    void one_option_may_carry_the_whole_address() {
        ServerSpec one = spec(new AddressArgument("-l", "http://${host}:${port}/"));
        assertEquals(new Address("localhost", 80), one.asked(List.of("x", "-l", "http://localhost:80/")));
        assertEquals(new Address("127.0.0.1", 0), one.asked(List.of("x", "-l", "localhost:80")));
        assertEquals(
                List.of("x", "-l", "http://127.0.0.1:5/"), one.listeningAt(CHILD, List.of("x", "-l", "anything")));
    }

    @Test
    void a_segment_in_braces_stands_for_any_one_segment() {
        assertEquals(true, TWO.stream("/api/ses_1/event").isPresent());
        assertEquals(false, TWO.stream("/api/ses_1/2/event").isPresent());
        assertEquals(false, TWO.stream("/api//event").isPresent());
        assertEquals(false, TWO.stream("/api/ses_1/events").isPresent());
    }
}
