package dev.tapedeck.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

class VisibleTextTest {
    @Test
    void what_acts_on_a_terminal_or_hides_is_shown_as_an_escape() {
        assertEquals("\\u001b[2J\\u0007", VisibleText.of("\u001b[2J\u0007"));
        assertEquals("a\\u202eb\\u200b\\ufeff\\u2066", VisibleText.of("a\u202eb\u200b\ufeff\u2066"));
        assertEquals("\\r\\n\\t\\u0085\\u2028", VisibleText.of("\r\n\t\u0085\u2028"));
        assertEquals("\\u{e0001}\\ud83c", VisibleText.of("\udb40\udc01\ud83c"));
    }

    @Test
    void ordinary_text_of_any_script_stays_itself() {
        String text = "d\u00e9j\u00e0 vu \u8bfb\u53d6 \ud83c\udf89 \u05d0";
        assertSame(text, VisibleText.of(text));
    }
}
