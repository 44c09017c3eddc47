package dev.tapedeck.host;

import static dev.tapedeck.host.Toy.json;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tapedeck.canonical.Usage;
import dev.tapedeck.canonical.UsageFigures;
import dev.tapedeck.canonical.UsageScope;
import dev.tapedeck.runtime.Patch;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/** Facts that are told in parts. */
class MembersTest {
    @Test
    void a_later_part_keeps_the_members_that_it_does_not_name_and_null_clears() {
        assertEquals(
                json("{'a':1,'c':[3]}"), Members.patched(json("{'a':1,'b':2}"), Patch.set(json("{'b':null,'c':[3]}"))));
        assertEquals(json("{'b':1}"), Members.patched(null, Patch.set(json("{'a':null,'b':1}"))));
        assertEquals(json("{'a':1}"), Members.patched(json("{'a':1}"), Patch.keep()));
    }

    @Test
    void a_sparse_update_clears_nothing() {
        assertEquals(
                json("{'primary':{'used':92},'credits':5,'plan':null}"),
                Members.sparse(json("{'primary':{'used':92},'credits':4}"),
                        json("{'primary':null,'credits':5,'plan':null}")));
    }

    @Test
    void a_session_holds_what_each_part_of_its_configuration_told() {
        Stage stage = new Stage(Limits.STANDARD, 1);
        stage.out(configured("'protocol':1,'modes':['a']"), configured("'commands':[],'modes':null")).over();
        assertEquals(json("{'protocol':1,'commands':[]}"), stage.host.maps().json().at("/session/config"));
    }

    @Test
    void a_sparse_update_of_limits_keeps_the_windows_that_it_does_not_tell() {
        Stage stage = new Stage(Limits.STANDARD, 1);
        stage.out(limits("{'primary':92,'credits':1}", false), limits("{'primary':null,'credits':2}", true)).over();
        assertEquals(json("{'primary':92,'credits':2}"), stage.host.maps().json().at("/session/rateLimits"));
        stage.out(limits("{'credits':3}", false)).over();
        assertEquals(json("{'credits':3}"), stage.host.maps().json().at("/session/rateLimits"));
    }

    @Test
    void a_figure_that_is_not_told_keeps_the_one_before() {
        Usage cost = new Usage(UsageScope.THREAD, true, false, null, null, null, null, null, null, BigDecimal.ONE);
        Usage turn = new Usage(UsageScope.TURN, true, true, 7L, null, null, null, null, null, null);
        UsageFigures before = new UsageFigures(cost, null, null, 100L, 1000L);
        assertEquals(
                new UsageFigures(cost, turn, null, 120L, 1000L),
                new UsageFigures(null, turn, null, 120L, null).over(before));
    }

    private static String configured(String members) {
        return "{\"method\":\"configured\",\"params\":{\"config\":" + json("{" + members + "}") + "}}";
    }

    private static String limits(String limits, boolean sparse) {
        String method = sparse ? "limits.sparse" : "limits";
        return "{\"method\":\"" + method + "\",\"params\":{\"limits\":" + json(limits) + "}}";
    }
}
