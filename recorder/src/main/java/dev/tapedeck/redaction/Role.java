package dev.tapedeck.redaction;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** What a member's name says about its string value; the names lie as data in {@code members.json}. */
enum Role {
    /** An id or a word of the protocol: never touched. */
    NEVER,
    /** A user's name stands here. */
    USER,
    /** A host's name stands here. */
    HOST,
    /** A secret stands here, whatever it looks like. */
    SECRET,
    /** Text that may come in pieces over several frames. */
    GROWING,
    /** Base64 of something that may be text. */
    BASE64,
    /** Different in every frame of one stream. */
    FRESH,
    PLAIN;

    private static final Map<String, Role> NAMED = load();

    /** The role of a member; ids are known by the ends of their names too. */
    static Role of(String member) {
        Role named = NAMED.get(member);
        if (named != null) {
            return named;
        }
        if (member.endsWith("Base64") || member.endsWith("base64")) {
            return BASE64;
        }
        return endsLikeId(member) ? NEVER : PLAIN;
    }

    private static boolean endsLikeId(String name) {
        return name.endsWith("Id") || name.endsWith("ID") || name.endsWith("Ids") || name.endsWith("IDs")
                || name.endsWith("_id") || name.endsWith("_ids") || name.endsWith("Uuid") || name.endsWith("_uuid");
    }

    private static Map<String, Role> load() {
        Map<String, Role> roles = new HashMap<>();
        try (InputStream in = Role.class.getResourceAsStream("members.json")) {
            for (Map.Entry<String, JsonNode> list : Json.read(in.readAllBytes()).properties()) {
                Role role = valueOf(list.getKey().toUpperCase(Locale.ROOT));
                list.getValue().forEach(name -> roles.put(name.textValue(), role));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the bundled list of member names could not be read", e);
        }
        return Map.copyOf(roles);
    }

    /** Names of members whose value is a secret, for the first quick look at a frame. */
    static Iterable<String> secretNames() {
        return NAMED.entrySet().stream()
                .filter(entry -> entry.getValue() == SECRET)
                .map(Map.Entry::getKey)
                .toList();
    }
}
