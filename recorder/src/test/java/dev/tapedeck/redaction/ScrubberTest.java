package dev.tapedeck.redaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.frame.Carrier;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.LineEnd;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.frame.Payload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScrubberTest {
    private static final String KEY = "sk-proj-Abc123Def456Ghi789Jkl";
    private static final String JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.SflKxwRJSMeKKF2QT4";
    private static final Machine ADA = new Machine(
            "/home/ada", "/home/ada/proj", "ada", "ada-laptop",
            Map.of("MY_PASSWORD", "correct-horse/battery", "PATH", "/usr/bin:/bin", "EDITOR_TOKEN", "true",
                    "MAX_TOKENS", "1000000000", "SSH_AUTH_SOCK", "/tmp/ssh-abcdef/agent.1"));
    private static final Machine ROOT = new Machine("/root", "/srv/app", "root", "box", Map.of());

    private static String scrub(Scrubber scrubber, String json) {
        List<Entry> entries = new ArrayList<>(
                scrubber.scrub(
                        Frame.line(1, 0, Direction.OUT, new Payload.Json(json.getBytes(StandardCharsets.UTF_8)))));
        entries.addAll(scrubber.flush());
        assertEquals(1, entries.size());
        return ((Frame) entries.getFirst()).payload().display();
    }

    private static String ada(String json) {
        return scrub(Scrubber.forMachine(ADA), json);
    }

    private static String root(String json) {
        return scrub(Scrubber.forMachine(ROOT), json);
    }

    @Test
    void home_and_cwd_get_neutral_paths() {
        assertEquals("{\"a\":\"/workspace/src\",\"b\":[\"/home/user/.codex\",\"file:///home/user\"]}",
                ada("{\"a\":\"/home/ada/proj/src\",\"b\":[\"/home/ada/.codex\",\"file:///home/ada\"]}"));
        assertEquals("{\"a\":\"-I/home/user/include:/workspace. Done\"}",
                ada("{\"a\":\"-I/home/ada/include:/home/ada/proj. Done\"}"));
    }

    @Test
    void a_path_that_only_begins_alike_is_another_one() {
        String json = "{\"a\":\"/home/adam/x\",\"b\":\"/srv/application\",\"c\":\"/lib/srv/app/x\"}";
        assertEquals(json.replace("/lib/srv/app/x", "/lib/workspace/x"), root(json));
        assertEquals("{\"a\":\"/home/adam\",\"b\":\"/home/user/proj-2\"}",
                ada("{\"a\":\"/home/adam\",\"b\":\"/home/ada/proj-2\"}"));
    }

    @Test
    void encodings_hide_nothing_and_every_other_byte_stays() {
        assertEquals("{ \"a\" : \"x\\n/workspace\\/b\\u0041\" }",
                ada("{ \"a\" : \"x\\n\\/home\\/ada\\/proj\\/b\\u0041\" }"));
        assertEquals("{\"a\":\"/home/user\\/\\u00e9\"}", ada("{\"a\":\"\\u002Fh\\u006fme\\u002fada\\/\\u00e9\"}"));
        assertEquals("{\"a\":\"cwd=%2Fworkspace%2Fsrc&x=%20\"}",
                ada("{\"a\":\"cwd=%2fhome%2fada%2Fproj%2Fsrc&x=%20\"}"));
        assertEquals("{\"a\":\"{\\\"k\\\":\\\"\\\\n/workspace\\\\/x\\\"}\"}",
                ada("{\"a\":\"{\\\"k\\\":\\\"\\\\n\\\\/home\\\\/ada\\\\/proj\\\\/x\\\"}\"}"));
        assertEquals("{\"a\":\"{\\\"k\\\":\\\"\\\\nuser1@example.com\\\"}\",\"b\":\"user1@example.com\"}",
                ada("{\"a\":\"{\\\"k\\\":\\\"\\\\nada@corp.org\\\"}\",\"b\":\"ada@corp.org\"}"));
        assertEquals("{\"a\":\"mail=user1%40example.com\"}", ada("{\"a\":\"mail=ada%40corp.org\"}"));
        assertEquals("{\"a\":\"<secret-1> %3Csecret-1%3E\"}",
                ada("{\"a\":\"correct-horse\\/battery correct-horse%2Fbattery\"}"));
    }

    @Test
    void a_windows_home_is_found_behind_its_escapes() {
        Machine windows = new Machine("C:\\Users\\nora", "C:\\work\\new", "nora", "PC-7", Map.of());
        assertEquals("{\"a\":\"/home/user\\\\x\",\"b\":\"/workspace\\\\y\",\"c\":\"D:\\\\user\\\\z\"}",
                scrub(Scrubber.forMachine(windows),
                        "{\"a\":\"C:\\\\Users\\\\nora\\\\x\","
                                + "\"b\":\"C:\\\\work\\\\new\\\\y\",\"c\":\"D:\\\\nora\\\\z\"}"));
    }

    @Test
    void keys_ids_numbers_and_words_of_the_protocol_stay() {
        for (String json : List.of(
                "{\"/home/ada\":1,\"ada\":{\"" + KEY + "\":2}}",
                "{\"id\":\"/home/ada\",\"threadId\":\"ada@corp.org\",\"receiver_ids\":[\"/home/ada\",\"" + KEY + "\"]}",
                "{\"method\":\"x/ada/y\",\"type\":\"/home/ada\"}",
                "{\"tokens\":123456789,\"total\":1e400,\"n\":-0}")) {
            assertEquals(json, ada(json));
        }
    }

    @Test
    void on_a_machine_whose_user_is_root_the_word_root_survives() {
        for (String json : List.of(
                "{\"rootTurnId\":\"root\",\"a\":\"rootTurnId\",\"b\":\"the root cause, at the root.\",\"c\":\"root\"}",
                "{\"a\":\"square-root root_path root.json xroot\",\"agentPath\":\"/root/alpha\"}",
                "{\"a\":\"/rooted/x\",\"b\":\"https://box.example/boxes and a box\"}")) {
            assertEquals(json, root(json));
        }
        assertEquals("{\"a\":\"/home/user/.codex\",\"b\":\"/home/user\",\"c\":\"/var/lib/user/x\"}",
                root("{\"a\":\"/root/.codex\",\"b\":\"/root\",\"c\":\"/var/lib/root/x\"}"));
    }

    @Test
    void user_and_host_are_replaced_where_they_are_meant() {
        assertEquals(
                "{\"a\":\"/mnt/user/x and /home/user2\","
                        + "\"user\":\"user\",\"hostname\":\"host\",\"serverName\":\"host\"}",
                ada("{\"a\":\"/mnt/ada/x and /home/user2\","
                        + "\"user\":\"ada\",\"hostname\":\"ada-laptop\",\"serverName\":\"ada-laptop\"}"));
        assertEquals("{\"a\":\"user@host:~$ ls; http://host:8080/\"}",
                ada("{\"a\":\"ada@ada-laptop:~$ ls; http://ada-laptop:8080/\"}"));
        assertEquals("{\"a\":\"USER=user\\nHOSTNAME=host\\nuid=1000(user) gid=1000(user)\"}",
                ada("{\"a\":\"USER=ada\\nHOSTNAME=ada-laptop\\nuid=1000(ada) gid=1000(ada)\"}"));
        assertEquals("{\"a\":\"total 4\\n-rw-r--r-- 1 user user 12 Nov 30 a.txt\\n\"}",
                ada("{\"a\":\"total 4\\n-rw-r--r-- 1 ada ada 12 Nov 30 a.txt\\n\"}"));
        assertEquals("{\"a\":\"Lovelace, ada; ada is a language. name: ada-laptop\"}",
                ada("{\"a\":\"Lovelace, ada; ada is a language. name: ada-laptop\"}"));
    }

    @Test
    void secrets_are_known_by_their_looks() {
        assertEquals("{\"a\":\"Authorization: Bearer <token-1>\"}",
                ada("{\"a\":\"Authorization: Bearer abc123.def-456\"}"));
        assertEquals("{\"a\":\"key=<key-1>, task-management-with-words-1\"}",
                ada("{\"a\":\"key=" + KEY + ", task-management-with-words-1\"}"));
        assertEquals("{\"a\":\"<jwt-1>\"}", ada("{\"a\":\"" + JWT + "\"}"));
        assertEquals("{\"a\":\"<key-1> <key-2> <key-3>\"}",
                ada("{\"a\":\"ghp_0123456789abcdefghijABCDEFGHIJ AKIAIOSFODNN7EXAMPLE xoxb-12345-abcdef\"}"));
        assertEquals("{\"a\":\"Bearer authentication\",\"b\":\"the sk-learn library\"}",
                ada("{\"a\":\"Bearer authentication\",\"b\":\"the sk-learn library\"}"));
        assertEquals("{\"a\":\"export OTHER_API_KEY='<secret-2>' SORT_KEY=created_at\"}",
                ada("{\"a\":\"export OTHER_API_KEY='abcdef0123456789' SORT_KEY=created_at\"}"));
        assertEquals("{\"a\":\"git@code.example.org:x icon@2x.png\"}",
                ada("{\"a\":\"git@code.example.org:x icon@2x.png\"}"));
    }

    @Test
    void values_of_secret_variables_and_members_are_secrets_wherever_they_appear() {
        assertEquals("{\"a\":\"pw <secret-1>!\",\"b\":\"true\",\"c\":\"1000000000\",\"d\":\"/tmp/ssh-abcdef/agent.1\"}",
                ada("{\"a\":\"pw correct-horse/battery!\",\"b\":\"true\","
                        + "\"c\":\"1000000000\",\"d\":\"/tmp/ssh-abcdef/agent.1\"}"));
        Scrubber scrubber = Scrubber.forMachine(ADA);
        assertEquals("{\"apiKey\":\"<secret-2>\"}", scrub(scrubber, "{\"apiKey\":\"any thing at all\"}"));
        assertEquals("{\"echo\":\"it was <secret-2>.\"}", scrub(scrubber, "{\"echo\":\"it was any thing at all.\"}"));
    }

    @Test
    void equal_values_get_equal_placeholders_in_both_directions_and_different_ones_different() {
        Scrubber scrubber = Scrubber.forMachine(ADA);
        List<Entry> entries = new ArrayList<>();
        entries.addAll(scrubber.scrub(json(1, Direction.IN, "{\"a\":\"ada@corp.org bob@corp.org " + KEY + "\"}")));
        entries.addAll(scrubber.scrub(json(2, Direction.OUT, "{\"b\":\"" + KEY + " Ada@Corp.org " + KEY + "X9\"}")));
        entries.addAll(scrubber.flush());
        assertEquals("{\"a\":\"user1@example.com user2@example.com <key-1>\"}", display(entries.get(0)));
        assertEquals("{\"b\":\"<key-1> user1@example.com <key-2>\"}", display(entries.get(1)));
        assertEquals(Map.of("email", 3L, "apiKey", 3L), scrubber.counts());
    }

    @Test
    void a_private_path_inside_a_placeholder_cannot_be_found_again() {
        Machine nested = new Machine("/home", "/workspace/app", "user", "host", Map.of());
        Scrubber scrubber = Scrubber.forMachine(nested);
        String once = scrub(scrubber, "{\"a\":\"/workspace/app/app/x\",\"b\":\"/home/bob\"}");
        assertEquals(once, scrub(scrubber, once));
    }

    @Test
    void logs_acts_text_bytes_and_addresses_are_scrubbed_too() throws IOException {
        Scrubber scrubber = Scrubber.forMachine(ADA);
        List<Entry> in = List.of(
                new LogLine(1, 0, "stderr", new Payload.Text("warning: /home/ada/.codex \u2028")),
                new LogLine(2, 0, "stderr",
                        new Payload.Binary("\u00e9 /home/ada".getBytes(StandardCharsets.ISO_8859_1))),
                new HostAct(3, 0, "spawn", Map.of("pid", 3, "file", "/home/ada/x")),
                Frame.line(4, 0, Direction.OUT, new Payload.Text("mise /home/ada/proj")),
                new Frame(5, 0, Direction.IN, new Payload.Json(new byte[] {'1'}),
                        new Carrier.HttpRequest(1, "GET", "/s?d=%2Fhome%2Fada"), LineEnd.LF, List.of()),
                Frame.line(6, 0, Direction.OUT, new Payload.Oversize(9, "/home/ada".getBytes(StandardCharsets.US_ASCII),
                        out -> out.write(("x".repeat(300_000) + " /home/ada " + "y".repeat(300_000))
                                .getBytes(StandardCharsets.US_ASCII)))));
        List<Entry> out = new ArrayList<>();
        in.forEach(entry -> out.addAll(scrubber.scrub(entry)));
        out.addAll(scrubber.flush());
        assertEquals(new Payload.Text("warning: /home/user/.codex \u2028"), ((LogLine) out.get(0)).payload());
        assertEquals(new Payload.Binary("\u00e9 /home/user".getBytes(StandardCharsets.ISO_8859_1)),
                ((LogLine) out.get(1)).payload());
        assertEquals(Map.of("pid", 3, "file", "/home/user/x"), ((HostAct) out.get(2)).facts());
        assertEquals("mise /workspace", display(out.get(3)));
        assertEquals("/s?d=%2Fhome%2Fuser", ((Carrier.HttpRequest) ((Frame) out.get(4)).carrier()).path());
        Payload.Oversize oversize = assertInstanceOf(Payload.Oversize.class, ((Frame) out.get(5)).payload());
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        oversize.content().writeTo(whole);
        assertEquals("x".repeat(300_000) + " /home/user " + "y".repeat(300_000),
                whole.toString(StandardCharsets.US_ASCII));
        assertEquals("/home/user", oversize.display());
    }

    @Test
    void read_boundaries_move_with_the_bytes_behind_them() {
        Frame frame =
                new Frame(1, 0, Direction.OUT,
                new Payload.Json("{\"a\":\"x /home/ada y\"}".getBytes(StandardCharsets.US_ASCII)),
                Carrier.LINE, LineEnd.LF, List.of(3, 10, 19));
        Scrubber scrubber = Scrubber.forMachine(ADA);
        List<Entry> entries = new ArrayList<>(scrubber.scrub(frame));
        assertEquals(List.of(3, 18, 20), ((Frame) entries.getFirst()).cuts());
    }

    @Test
    void a_frame_without_anything_private_passes_as_the_same_object() {
        Scrubber scrubber = Scrubber.forMachine(ADA);
        Frame frame =
                json(1, Direction.OUT,
                "{\"method\":\"turn/started\",\"params\":{\"turn\":{\"id\":\"1\",\"note\":\"caf\u00e9\"}}}");
        assertSame(frame, scrubber.scrub(frame).getFirst());
    }

    @Test
    void a_large_string_is_looked_through_in_windows() {
        String filler = "lorem ipsum ".repeat(40_000);
        String scrubbed = ada("{\"a\":\"" + filler + "/home/ada/x " + filler + KEY + "\"}");
        assertEquals("{\"a\":\"" + filler + "/home/user/x " + filler + "<key-1>\"}", scrubbed);
    }

    @Test
    void base64_is_looked_into_where_the_name_says_so() {
        String home = base64("ls /home/ada\n".getBytes(StandardCharsets.UTF_8));
        String image = base64(new byte[] {(byte) 0x89, 'P', 'N', 'G', '/', 'h', 'o', 'm', 'e', '/', 'a', 'd', 'a'});
        assertEquals("{\"deltaBase64\":\"" + base64("ls /home/user\n".getBytes(StandardCharsets.UTF_8))
                + "\",\"base64\":\"" + image + "\"}",
                ada("{\"deltaBase64\":\"" + home + "\",\"base64\":\"" + image + "\"}"));
    }

    private static String base64(byte[] bytes) {
        return java.util.Base64.getEncoder().encodeToString(bytes);
    }

    @Test
    void where_the_environment_names_another_home_or_user_both_are_private() {
        Scrubber scrubber = Scrubber.forMachine(
                new Machine("/root", "/srv/app", "root", "box",
                        Map.of("HOME", "/home/ada", "USER", "ada", "HOSTNAME", "pod-7")));
        assertEquals("{\"a\":\"/home/user/x /home/user2/y /workspace\",\"user\":\"user\",\"host\":\"host\"}",
                scrub(scrubber, "{\"a\":\"/home/ada/x /root/y /srv/app\",\"user\":\"ada\",\"host\":\"pod-7\"}"));
    }

    @Test
    void what_nobody_asked_to_scrub_stays() {
        Frame frame = json(1, Direction.OUT, "{\"a\":\"/home/ada\"}");
        assertEquals(List.of(frame), Scrubber.NONE.scrub(frame));
        assertTrue(Scrubber.NONE.counts().isEmpty());
        assertFalse(Scrubber.NONE.scrub("/home/ada").contains("user"));
    }

    static Frame json(long seq, Direction way, String json) {
        return Frame.line(seq, seq, way, new Payload.Json(json.getBytes(StandardCharsets.UTF_8)));
    }

    static String display(Entry entry) {
        return ((Frame) entry).payload().display();
    }
}
