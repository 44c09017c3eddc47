package dev.tapedeck.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.regex.Pattern;

/**
 * The one JSON reader and writer of Tapedeck.
 *
 * <p>Reading: limits of decision D8, the last of two equal keys wins, numbers keep every digit. Writing: lone
 * surrogates are written back as escapes, so that text survives that no UTF-8 encoder can carry; a point in time is
 * ISO-8601 in UTC.
 */
public final class Json {
    /** Deepest nesting that is read, in levels (decision D8). */
    public static final int MAX_DEPTH = 1000;
    /** Longest number that is read, in characters (decision D8). */
    public static final int MAX_NUMBER_LENGTH = 1000;
    /** Longest string that is read, in characters (decision D8). */
    public static final int MAX_STRING_LENGTH = 64 * 1024 * 1024;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNumberLength(MAX_NUMBER_LENGTH)
                    .maxStringLength(MAX_STRING_LENGTH)
                    .build())
            // Whatever was read must also be writable inside an envelope of our own.
            .streamWriteConstraints(StreamWriteConstraints.builder()
                    .maxNestingDepth(2 * MAX_DEPTH)
                    .build())
            .enable(StreamReadFeature.USE_FAST_BIG_NUMBER_PARSER)
            .build();

    private static final ObjectMapper MAPPER = JsonMapper.builder(FACTORY)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .addModule(new SimpleModule().addSerializer(Instant.class, ToStringSerializer.instance))
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
            .build();

    private static final Pattern SOURCE = Pattern.compile(" \\(start marker at \\[Source: .*]\\)");
    private static final DefaultIndenter TWO_SPACES = new DefaultIndenter("  ", "\n");

    private static final ObjectWriter PRETTY = MAPPER.writer(new DefaultPrettyPrinter()
            .withObjectIndenter(TWO_SPACES)
            .withArrayIndenter(TWO_SPACES));

    private Json() {}

    /** What is wrong with a text that is no JSON, in words, without the parser's own note on its source. */
    public static String complaint(JacksonException e) {
        return SOURCE.matcher(String.valueOf(e.getOriginalMessage())).replaceAll("");
    }

    /** The shared factory, for streaming readers and writers. */
    public static JsonFactory factory() {
        return FACTORY;
    }

    /** The shared mapper; never reconfigured. */
    public static ObjectMapper mapper() {
        return MAPPER;
    }

    /**
     * Reads one JSON value.
     *
     * @throws IOException if the bytes are not exactly one JSON value within the limits
     */
    public static JsonNode read(byte[] bytes) throws IOException {
        JsonNode node = MAPPER.readTree(bytes);
        if (node == null || node.isMissingNode()) {
            throw new IOException("one JSON value expected, found nothing");
        }
        return node;
    }

    /** Writes a value on one line, without a line end. */
    public static String write(Object value) {
        try {
            return escapeLoneSurrogates(MAPPER.writeValueAsString(value));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a value of our own could not be written: " + value.getClass(), e);
        }
    }

    /** Writes a value over several lines for people, with LF between them and none at the end. */
    public static String writePretty(Object value) {
        try {
            return escapeLoneSurrogates(PRETTY.writeValueAsString(value));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a value of our own could not be written: " + value.getClass(), e);
        }
    }

    /** Writes a value on one line, without a line end, as UTF-8. */
    public static byte[] writeBytes(Object value) {
        return write(value).getBytes(StandardCharsets.UTF_8);
    }

    private static String escapeLoneSurrogates(String json) {
        StringBuilder escaped = null;
        int copied = 0;
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (!Character.isSurrogate(c)) {
                continue;
            }
            boolean paired = Character.isHighSurrogate(c)
                    && i + 1 < json.length()
                    && Character.isLowSurrogate(json.charAt(i + 1));
            if (paired) {
                i++;
                continue;
            }
            escaped = escaped == null ? new StringBuilder(json.length() + 16) : escaped;
            escaped.append(json, copied, i).append("\\u").append(Integer.toHexString(c));
            copied = i + 1;
        }
        return escaped == null ? json : escaped.append(json, copied, json.length()).toString();
    }
}
