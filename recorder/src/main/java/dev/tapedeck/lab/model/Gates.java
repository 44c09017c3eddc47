package dev.tapedeck.lab.model;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.Map;

/** Named gates that hold a stream up until the client script opens them; closing opens them all. */
public final class Gates implements AutoCloseable {
    private final Map<String, CountDownLatch> gates = new ConcurrentHashMap<>();
    private final CountDownLatch all = new CountDownLatch(1);
    private volatile boolean closed;

    public void open(String name) {
        gate(name).countDown();
    }

    /** Waits for that gate, or for the end of the scenario. */
    void await(String name) throws InterruptedException {
        if (!closed) {
            gate(name).await();
        }
    }

    /** Waits for the end of the scenario. */
    void awaitClose() throws InterruptedException {
        all.await();
    }

    private CountDownLatch gate(String name) {
        return gates.computeIfAbsent(name, key -> new CountDownLatch(1));
    }

    @Override
    public void close() {
        closed = true;
        gates.values().forEach(CountDownLatch::countDown);
        all.countDown();
    }
}
