package dev.tapedeck.lab;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.net.InetAddress;
import java.net.NetworkInterface;

/**
 * Brings the loopback interface of a fresh Linux network namespace up, which no Java API does; the usual program for
 * it ({@code ip}) is missing on many machines. Numbers are those of Linux ({@code netdevice(7)}).
 */
public final class Loopback {
    private static final int AF_INET = 2;
    private static final int SOCK_DGRAM = 2;
    private static final long SIOCGIFFLAGS = 0x8913;
    private static final long SIOCSIFFLAGS = 0x8914;
    private static final int IFREQ_SIZE = 40;
    private static final int FLAGS_OFFSET = 16;
    private static final short IFF_UP = 1;

    private Loopback() {}

    /** Whether loopback is there and up. */
    static boolean exists() throws IOException {
        NetworkInterface loopback = NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress());
        return loopback != null && loopback.isUp();
    }

    /**
     * Brings loopback up if it is not.
     *
     * @throws IOException if the system refuses
     */
    @SuppressWarnings("restricted")
    public static void up() throws IOException {
        if (exists()) {
            return;
        }
        Linker linker = Linker.nativeLinker();
        MethodHandle socket = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("socket"),
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
        MethodHandle ioctl = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("ioctl"),
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS),
                Linker.Option.firstVariadicArg(2));
        MethodHandle close = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("close"),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment request = arena.allocate(IFREQ_SIZE);
            request.setString(0, "lo");
            int handle = (int) socket.invokeExact(AF_INET, SOCK_DGRAM, 0);
            int read = (int) ioctl.invokeExact(handle, SIOCGIFFLAGS, request);
            short flags = request.get(ValueLayout.JAVA_SHORT, FLAGS_OFFSET);
            request.set(ValueLayout.JAVA_SHORT, FLAGS_OFFSET, (short) (flags | IFF_UP));
            int written = read < 0 ? read : (int) ioctl.invokeExact(handle, SIOCSIFFLAGS, request);
            int closed = (int) close.invokeExact(handle);
            if (written < 0 || closed < 0) {
                throw new IOException("loopback could not be brought up in the new network namespace");
            }
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IOException("loopback could not be brought up in the new network namespace", e);
        }
    }
}
