package dev.tapedeck.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Plans and faults as text. */
final class PlanFormatTest {
    static final List<Fault> ONE_OF_EACH = List.of(
            new Lag(120, 300),
            new Stall(3, 9),
            new SmallLimit("scratch", 10),
            new HookFailure(4, "plugin threw"),
            new RefusedSubscription(5),
            new BrokenStdin(6),
            new Retry(7),
            new StreamEnd(7),
            new MissingField(8, "/params/item/id"),
            new NullField(9, "/params/item/id"),
            new WrongType(10, "/params/item/id"),
            new UnknownValue(11, "/method"),
            new Oversize(12, 1L << 27),
            new Lost(13),
            new Repeated(14, 2),
            new Delayed(15, 3),
            new Undecodable(16),
            new Truncated(17, 20),
            new Split(18, 20),
            new Merged(19),
            new Exit(20, 3),
            new Killed(21, "SIGKILL"),
            new NewProcess(22));

    @Test
    void every_fault_comes_back_from_its_text_and_from_a_stored_plan() throws IOException {
        for (Fault fault : ONE_OF_EACH) {
            assertEquals(fault, PlanFormat.fault(PlanFormat.write(fault)));
        }
        FaultPlan plan = FaultPlan.of(ONE_OF_EACH).with(new Schedule.At(List.of(1L, 5L)));
        assertEquals(plan, PlanFormat.read(PlanFormat.write(plan).getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void no_fault_is_missing_from_these_tests() {
        Set<String> declared = Arrays.stream(Fault.class.getAnnotation(JsonSubTypes.class).value())
                .map(type -> type.value().getSimpleName())
                .collect(Collectors.toSet());
        assertEquals(declared, ONE_OF_EACH.stream().map(fault -> fault.getClass().getSimpleName())
                .collect(Collectors.toSet()));
    }

    @Test
    void a_stored_plan_of_version_1_is_still_read() throws IOException {
        FaultPlan plan = PlanFormat.read("""
                {"plan":1,"programme":"lag","schedule":{"every":7},"faults":[
                 {"fault":"lag","after":120,"drop":300},{"fault":"null-field","frame":9,"path":"/params"}]}"""
                .getBytes(StandardCharsets.UTF_8));
        assertEquals(
                new FaultPlan(
                        1, "lag", new Schedule.Every(7), List.of(new Lag(120, 300), new NullField(9, "/params"))),
                plan);
    }

    @Test
    void an_unknown_fault_is_told_with_those_that_there_are() {
        String message = wrong("leg(after=1)");
        assertTrue(message.startsWith("expected one of lag(after,drop), stall(after,frames),"), message);
        assertTrue(message.endsWith("found leg"), message);
    }

    @Test
    void a_fault_with_a_parameter_too_few_or_too_many_is_told_with_those_that_it_takes() {
        assertTrue(wrong("lag(after=1)").startsWith("expected lag(after,drop), found lag(after=1): "));
        assertTrue(wrong("lag(after=1,drop=2,more=3)").startsWith("expected lag(after,drop), found "));
        assertTrue(wrong("lag(after=soon,drop=2)").startsWith("expected lag(after,drop), found "));
        assertTrue(wrong("limit(limit=patience,value=1)").contains("expected one of queue, batch, emitted"));
    }

    @Test
    void a_plan_of_another_version_is_refused() {
        IOException refused = assertThrows(
                IOException.class,
                () -> PlanFormat.read("{\"plan\":2,\"schedule\":{\"every\":1},\"faults\":[]}"
                        .getBytes(StandardCharsets.UTF_8)));
        assertEquals("expected a fault plan, found: plan: expected version 1, found 2", refused.getMessage());
    }

    @Test
    void a_value_that_no_replay_could_use_is_refused_before_one_begins() {
        assertTrue(wrong("null-field(frame=5,path=result)").endsWith(
                "path: expected a JSON pointer such as /params/threadId, found result"));
        assertTrue(wrong("limit(limit=queue,value=0)").endsWith("limit queue: expected 1 frames or more, found 0"));
        assertEquals("lag.after: expected 0 or more, found -1", wrong("lag(after=-1,drop=2)"));
    }

    @Test
    void a_stored_plan_with_a_part_missing_or_negative_is_told_by_that_part() {
        String schedule = "schedule: expected {\"every\":N} or {\"after\":[N,…]}, found ";
        assertEquals(schedule + "null", refused("{'plan':1,'schedule':null,'faults':[]}"));
        assertEquals(schedule + "missing", refused("{'plan':1,'faults':[]}"));
        assertEquals(
                "faults: expected an array, found null",
                refused("{'plan':1,'schedule':{'every':1},'faults':null}"));
        assertEquals(
                "schedule.after: expected 0 or more, found -3",
                refused("{'plan':1,'schedule':{'after':[2,-3]},'faults':[]}"));
        assertEquals(
                "lost.frame: expected 0 or more, found -2",
                refused("{'plan':1,'schedule':{'every':1},'faults':[{'fault':'lost','frame':-2}]}"));
    }

    private static String refused(String plan) {
        byte[] json = plan.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        String message = String.valueOf(assertThrows(IOException.class, () -> PlanFormat.read(json)).getMessage());
        return message.replaceFirst("^expected a fault plan, found: ", "");
    }

    private static String wrong(String text) {
        return String.valueOf(
                assertThrows(IllegalArgumentException.class, () -> PlanFormat.fault(text)).getMessage());
    }
}
