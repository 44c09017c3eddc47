package dev.tapedeck.fault;

/**
 * One frame does not arrive as the provider sent it, and the process goes on. What the frame says is in the provider's
 * history all the same.
 */
public sealed interface FrameFault extends StreamFault
        permits MissingField, NullField, WrongType, UnknownValue, Oversize, Lost, Repeated, Delayed {}
