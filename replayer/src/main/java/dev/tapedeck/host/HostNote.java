package dev.tapedeck.host;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.RequestRef;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Something that the host did by itself, in the order in which it did it. */
public sealed interface HostNote {
    /** Entry of the recording that was being handled; 0 before the first. */
    long seq();

    /** Number of the runtime epoch, from 1. */
    int epoch();

    /** One line for people. */
    String sentence();

    /** A new process: maps, scratch, requests and warning start afresh. */
    record EpochOpened(long seq, int epoch) implements HostNote {
        @Override
        public String sentence() {
            return "epoch " + epoch + " begins";
        }
    }

    /** The one visible bookkeeping warning of an epoch. */
    record Warned(long seq, int epoch, String reason) implements HostNote {
        @Override
        public String sentence() {
            return "warning: " + reason;
        }
    }

    /**
     * A bookkeeping failure.
     *
     * @param inResync whether it happened inside a resync, so that it causes none (decision D13)
     */
    record Failed(long seq, int epoch, FailureKind kind, String reason, boolean inResync) implements HostNote {
        @Override
        public String sentence() {
            return kind.word() + ": " + reason;
        }
    }

    /**
     * Maps were reconciled from history.
     *
     * @param threads provider's ids of the threads that were read, the bound one first
     * @param pages pages of history that were read
     * @param items items on those pages
     * @param covered seq of the last frame that the history covers (decision D12)
     */
    record Resynced(long seq, int epoch, List<String> threads, int pages, int items, long covered)
            implements HostNote {
        public Resynced {
            threads = List.copyOf(threads);
        }

        @Override
        public String sentence() {
            return "resync: %s, %s, %s, frames up to %d covered".formatted(
                    count(threads.size(), "thread"), count(pages, "page"), count(items, "item"), covered);
        }

        private static String count(int number, String noun) {
            return number + " " + noun + (number == 1 ? "" : "s");
        }
    }

    /**
     * The epoch is over; Retry is offered.
     *
     * @param graceful whether the process ended as it should
     */
    record Closed(long seq, int epoch, CloseCause cause, String reason, boolean graceful) implements HostNote {
        @Override
        public String sentence() {
            return "closed (" + cause.word() + "): " + reason + (graceful ? "" : "; retry offered");
        }
    }

    /** A server request that is not mapped was refused when it arrived. */
    record RequestRefused(long seq, int epoch, RequestRef request, String method, String reason)
            implements HostNote {
        @Override
        public String sentence() {
            return "request " + request + " (" + method + ") refused: " + reason;
        }
    }

    /** The protocol error that answers a request was written to the provider. */
    record ErrorWritten(long seq, int epoch, long requestSeq, RequestRef request, String method, String message)
            implements HostNote {
        @Override
        public String sentence() {
            return "protocol error written for request " + request + " (" + method + "): " + message;
        }
    }

    /**
     * The answer that withdraws a request was written to the provider, because its turn ended.
     *
     * @param answer the wire's own answer; absent when an error withdraws it
     */
    record CancelWritten(long seq, int epoch, RequestRef request, String method, @Nullable JsonNode answer)
            implements HostNote {
        @Override
        public String sentence() {
            return "cancel written for request " + request + " (" + method + ")";
        }
    }

    /** An answer by the client was written nowhere. */
    record AnswerRefused(long seq, int epoch, RequestRef request, String reason) implements HostNote {
        @Override
        public String sentence() {
            return "answer to request " + request + " refused: " + reason;
        }
    }

    /** Evidence that a mapper claims was not believed. */
    record EvidenceRefused(long seq, int epoch, String send, String reason) implements HostNote {
        @Override
        public String sentence() {
            return "evidence for send " + send + " refused: " + reason;
        }
    }

    /** A budget of the maps was reached for the first time in an epoch; further times are only counted. */
    record Trimmed(long seq, int epoch, Limit limit, String what) implements HostNote {
        @Override
        public String sentence() {
            return "limit " + limit.word() + " reached: " + what;
        }
    }
}
