package dev.tapedeck.fault;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonSubTypes.Type;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/**
 * One thing that goes wrong, at one place. Its parameters are the record's components, all of them required; frames are
 * meant by their number in the recording.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "fault")
@JsonSubTypes({
    @Type(name = "lag", value = Lag.class),
    @Type(name = "stall", value = Stall.class),
    @Type(name = "limit", value = SmallLimit.class),
    @Type(name = "hook-failure", value = HookFailure.class),
    @Type(name = "refused-subscription", value = RefusedSubscription.class),
    @Type(name = "broken-stdin", value = BrokenStdin.class),
    @Type(name = "retry", value = Retry.class),
    @Type(name = "stream-end", value = StreamEnd.class),
    @Type(name = "missing-field", value = MissingField.class),
    @Type(name = "null-field", value = NullField.class),
    @Type(name = "wrong-type", value = WrongType.class),
    @Type(name = "unknown-value", value = UnknownValue.class),
    @Type(name = "oversize", value = Oversize.class),
    @Type(name = "lost", value = Lost.class),
    @Type(name = "repeated", value = Repeated.class),
    @Type(name = "delayed", value = Delayed.class),
    @Type(name = "undecodable", value = Undecodable.class),
    @Type(name = "truncated", value = Truncated.class),
    @Type(name = "split", value = Split.class),
    @Type(name = "merged", value = Merged.class),
    @Type(name = "exit", value = Exit.class),
    @Type(name = "killed", value = Killed.class),
    @Type(name = "new-process", value = NewProcess.class)
})
public sealed interface Fault permits HostFault, StreamFault {}
