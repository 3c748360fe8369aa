package bare;

import io.lettuce.core.RedisClient;
import org.graalvm.polyglot.Context;

/** Prints the start time of a script engine and a Redis connection in a fresh JVM, in milliseconds. */
public final class BareStart {
    private static final double NANOS_PER_MS = 1e6;

    private BareStart() {}

    /** @param arguments the URL of Redis */
    public static void main(String[] arguments) {
        long startedAt = System.nanoTime();
        Context.newBuilder("js").option("engine.WarnInterpreterOnly", "false").build().eval("js", "1 + 1");
        RedisClient.create(arguments[0]).connect().sync().ping();
        System.out.println((System.nanoTime() - startedAt) / NANOS_PER_MS);
        System.exit(0);
    }
}
