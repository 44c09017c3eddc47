package dev.tapedeck.torture;

import java.util.Arrays;
import java.util.List;

/** The hosts that are broken on purpose: each breaks one promise of the contract, in one place of the source. */
final class Mutants {
    private static final String CLEAN_RUN = MutantRun.CLEAN_RUN;

    private static final String FAILED_CALL = "case Hook.Answer.Failed(FailureKind kind, String reason) -> {\n"
            + "                recovery.fail(kind, reason);";

    static final List<Mutant> ALL = List.of(
            host("skips a resync", "Recovery.java", "due = false;\n            resync();", "due = false;",
                    "one resync per failed call"),
            host("resyncs twice", "Recovery.java", "due = false;\n            resync();",
                    "due = false;\n            resync();\n            resync();",
                    "one resync per failed call"),
            host("resyncs for a failure inside a resync", "Recovery.java", "due |= !resyncing;", "due = true;",
                    "one resync per failed call"),
            host("applies a failed batch", "Hook.java",
                    "return failed == null ?", "return failed == null || result != null ?",
                    "failed batch neither applied nor replayed"),
            host("replays a failed batch", "Subscriber.java", FAILED_CALL,
                    FAILED_CALL + "\n"
                            + "                if (hook.call(frames, false)"
                            + " instanceof Hook.Answer.Mapped(MapResult again)) {\n"
                            + "                    apply(taken, again);\n"
                            + "                    return;\n"
                            + "                }\n",
                    "failed batch neither applied nor replayed"),
            host("answers requests out of order", "Requests.java",
                    "if (!request.decided) {\n                break;",
                    "if (!request.decided) {\n                continue;",
                    "errors in arrival order, one answer each"),
            host("takes a second answer to a request", "Requests.java",
                    "if (request.over != null) {\n            return request.over;\n        }\n"
                            + "        end(request, \"it is",
                    "end(request, \"it is",
                    "errors in arrival order, one answer each"),
            host("never answers an excess request", "Requests.java",
                    "end(request, \"a protocol error answered it already\");\n                due.add(request);",
                    "end(request, \"a protocol error answered it already\");",
                    "errors in arrival order, one answer each"),
            host("drops a registered request on lag", "Recovery.java", "mapRegistered(told);", "",
                    "every request is mapped"),
            host("takes more requests than it may", "Requests.java",
                    "outstanding >= limits.count(Limit.REQUESTS)", "outstanding > limits.count(Limit.REQUESTS)",
                    "budgets"),
            host("never settles the requests of a turn", "Upkeep.java",
                    "request.turn.equals(turn.id)) {\n                cancel(request);",
                    "request.turn.equals(turn.id)) {",
                    "nothing open after a terminal", CLEAN_RUN),
            host("warns twice", "Recovery.java", "epoch.warned = true;", "", "one warning per epoch"),
            host("warns without a word", "Recovery.java",
                    "run.note(new HostNote.Warned(run.arrivedSeq, epoch.number, visible));", "",
                    "one warning per epoch"),
            new Mutant("forgets to roll scratch back", "mapping/NativeMapper.java", "scratch.undo();", "",
                    List.of("scratch back after a fault")),
            host("keeps the scratch of a failed call", "Hook.java",
                    "return failed == null ? new Answer.Mapped(result) : failed;",
                    "if (result != null) {\n            epoch.scratch = result.scratch();\n        }\n"
                            + "        return failed == null ? new Answer.Mapped(result) : failed;",
                    "scratch back after a fault", "budgets"),
            host("confirms a send from history", "Resync.java", "told.turns().forEach(maps::turn);\n",
                    "told.turns().forEach(maps::turn);\n        told.evidence().forEach(epoch.maps::put);\n",
                    "evidence only from an exact claimed send"),
            host("confirms a send on another thread", "RequestFold.java",
                    "if (!told.thread().equals(maps.boundThread)) {", "if (false) {",
                    "evidence only from an exact claimed send", CLEAN_RUN),
            host("reopens a completed item", "ItemFold.java",
                    "case PROVIDER -> {\n                if (state != null",
                    "case PROVIDER -> {\n                if (state == ItemState.OPEN) {\n"
                            + "                    yield told;\n                }\n                if (state != null",
                    "convergence", "every started item completes once", "nothing open after a terminal"),
            host("takes the end of an item twice", "ItemFold.java",
                    "counters.duplicate++;\n                    yield null;",
                    "counters.duplicate++;\n                    yield told;",
                    "every started item completes once"),
            host("doubles text of a completed item", "ItemFold.java",
                    "if (state != null || starts || told.text() != TextPatch.KEEP || told.input() != TextPatch.KEEP) {",
                    "if (state != null || starts) {",
                    "every started item completes once"),
            host("leaves the items of a turn open", "Upkeep.java", "closeOpen(thread, turn.id, History.TURN_ENDED);",
                    "",
                    "nothing open after a terminal", "every started item completes once", CLEAN_RUN),
            host("ends a turn twice", "Fold.java",
                    "if (upkeep.isIdle(told.thread(), id)) {",
                    "if (upkeep.isIdle(told.thread(), id) && told.phase() != TurnPhase.IDLE) {",
                    "a turn ends once"),
            host("brings back a turn that retired", "Upkeep.java",
                    "turnId != null && maps.isRetired(thread, turnId)", "false", "a turn ends once"),
            host("closes on lag", "Host.java", "long lag = queue.takeLag();\n        if (lag > 0) {",
                    "long lag = queue.takeLag();\n        if (lag > 0) {\n"
                            + "            end.undecodable(\"too slow\", \"too slow\");",
                    "closed only on exit or protocol failure"),
            host("closes on the first failure", "Subscriber.java", FAILED_CALL,
                    FAILED_CALL + "\n"
                            + "                run.epoch.closed = CloseCause.PROTOCOL;\n"
                            + "                run.note(new HostNote.Closed(run.arrivedSeq, run.epoch.number,"
                            + " CloseCause.PROTOCOL, reason, false));\n",
                    "closed only on exit or protocol failure"),
            host("waits for a timer before it drains", "Host.java",
                    "if (queue.isEmpty() && !queue.lagging()) {",
                    "if (queue.isEmpty() && !queue.lagging() || run.arrivedMicros < 20_000 * run.batch) {",
                    "disposition sum", CLEAN_RUN),
            host("forgets to say what became of a lost frame", "Subscriber.java", "tell(settled);\n            }", "}",
                    "disposition sum", CLEAN_RUN),
            host("takes more than one batch at once", "FrameQueue.java", "taken < max ||", "true ||", "budgets"),
            host("applies what a resync covers", "Subscriber.java",
                    "boolean covered = message.seq() <= run.epoch.covered;", "boolean covered = false;",
                    "convergence", "one resync per failed call"),
            host("goes on with scratch that missed frames", "Hook.java",
                    "resumes ? epoch.resumed : List.of()", "List.of()", "convergence"),
            host("keeps what was read from a hole", "Recovery.java", "maps.deny(told);", "",
                    "convergence"),
            host("reads history only in part", "Resync.java", "if (item.open() || !item.thread().equals(thread.id)) {",
                    "if (item.open() || !item.thread().equals(thread.id) || onPage > 2) {",
                    "convergence"),
            host("keeps the maps of another epoch", "Epoch.java", "this.maps = new Maps(run.limits);",
                    "this.maps = number == 1 ? new Maps(run.limits) : run.epoch.maps;",
                    "convergence", "evidence only from an exact claimed send", "a turn ends once"),
            host("keeps more text than it may", "Upkeep.java", "if (maps.textOverflows()) {", "if (false) {",
                    "budgets"),
            host("keeps more items than it may", "Upkeep.java",
                    "while (maps.itemsOverflow() && retireOne(Limit.ITEMS)) {}", "", "budgets"),
            host("lets a batch emit more than it may", "Hook.java", "if (emitted > run.limits.of(Limit.EMITTED)) {",
                    "if (false) {", "budgets"),
            host("lets scratch grow beyond its budget", "Hook.java", "if (scratch > run.limits.of(kept)) {",
                    "if (false) {", "budgets"));

    private Mutants() {}

    private static Mutant host(String name, String file, String from, String to, String... by) {
        return new Mutant(name, "host/" + file, from, to, Arrays.asList(by));
    }
}
