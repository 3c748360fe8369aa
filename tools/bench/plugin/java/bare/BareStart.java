package bare;

import io.lettuce.core.RedisClient;
import org.graalvm.polyglot.Context;

/** Prints how long an engine and a connection take by themselves, in milliseconds, in a fresh JVM. */
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
