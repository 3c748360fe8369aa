package io.github.featurecontrol;

import bench.GsonCheck;
import bench.SimulatedPlayer;
import com.velocitypowered.api.proxy.messages.ChannelIdentifier;
import com.velocitypowered.api.proxy.messages.MinecraftChannelIdentifier;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Measures the cost of a check of 20 features in the script and in Java, from packet to answer, alternately
 * on one thread: {@code CheckCost <directory of libraries> <rounds>}. The class path contains a copy of the
 * plugin's jar whose script grants every permit; see {@code check-in-script.ts}. Prints the medians of the
 * rounds, in nanoseconds per check, as JSON.
 */
public final class CheckCost {
    private static final ChannelIdentifier CHANNEL = MinecraftChannelIdentifier.create("service", "feature-control");
    /** CPU time is measured, so that the figures exclude other load on the machine. */
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int REQUESTS = 1000;
    private static final int CHECKS_PER_ROUND = 20_000;
    /** The same lists as in the bench's script. */
    private static final Set<String> GLOBAL = names("global-", 500);
    private static final Map<String, Set<String>> PERSONAL = Map.of("bench-mod", names("personal-", 50));

    private byte[] lastAnswer;

    private CheckCost() {
    }

    public static void main(String[] arguments) throws Exception {
        new CheckCost().run(Path.of(arguments[0]), Integer.parseInt(arguments[1]));
    }

    private void run(Path directory, int rounds) throws Exception {
        List<byte[]> requests = IntStream.range(0, REQUESTS).mapToObj(CheckCost::request).toList();
        SimulatedPlayer player = new SimulatedPlayer(answer -> lastAnswer = answer);
        try (IsolatedClassLoader loader = new IsolatedClassLoader(jars(directory))) {
            Thread.currentThread().setContextClassLoader(loader);
            ScriptProgram program = loader.create(ScriptProgram.class, "ScriptEngine");
            program.start(null, null);
            GsonCheck reference = new GsonCheck(GLOBAL, PERSONAL);
            Consumer<byte[]> script =
                    request -> program.receive(new Packet(player.player(), CHANNEL, request, new CompletableFuture<>()));
            Consumer<byte[]> java = request -> player.player().sendPluginMessage(CHANNEL, reference.answer(request));
            requests.forEach(request -> assertSame(request, script, java));
            double[] scriptSamples = new double[rounds];
            double[] javaSamples = new double[rounds];
            for (int round = -rounds; round < rounds; round++) {
                double scriptNanos = measure(script, requests);
                double javaNanos = measure(java, requests);
                // The first half of the rounds warms up the JVM's compiler.
                if (round >= 0) {
                    scriptSamples[round] = scriptNanos;
                    javaSamples[round] = javaNanos;
                }
            }
            System.out.printf(Locale.ROOT, "{\"scriptNanos\":%.0f,\"javaNanos\":%.0f}%n", median(scriptSamples), median(javaSamples));
            program.close();
        }
    }

    /** Returns the plugin's own jar, for its isolated classes, and its nested jars. */
    private static URL[] jars(Path directory) throws IOException {
        List<URL> jars = new ArrayList<>(List.of(ScriptProgram.class.getProtectionDomain().getCodeSource().getLocation()));
        try (DirectoryStream<Path> libraries = Files.newDirectoryStream(directory, "*.jar")) {
            for (Path library : libraries) {
                jars.add(library.toUri().toURL());
            }
        }
        return jars.toArray(URL[]::new);
    }

    /** Both must return the same answer; otherwise the comparison is invalid. */
    private void assertSame(byte[] request, Consumer<byte[]> script, Consumer<byte[]> java) {
        script.accept(request);
        String first = new String(lastAnswer, StandardCharsets.UTF_8);
        java.accept(request);
        String second = new String(lastAnswer, StandardCharsets.UTF_8);
        if (!first.equals(second)) {
            throw new IllegalStateException("the script answers " + first + ", and Java " + second);
        }
    }

    private static double measure(Consumer<byte[]> check, List<byte[]> requests) {
        long start = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < CHECKS_PER_ROUND; i++) {
            check.accept(requests.get(i % REQUESTS));
        }
        return (double) (THREADS.getCurrentThreadCpuTime() - start) / CHECKS_PER_ROUND;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** Creates a request for 20 features, one of them blocked for all clients and one for this client. */
    private static byte[] request(int number) {
        String features = IntStream.range(0, 20)
                .mapToObj(i -> i == 7 ? "global-" + number % 500 : i == 13 ? "personal-" + number % 50 : "feature-" + i + "-" + number)
                .map(name -> '"' + name + '"')
                .collect(Collectors.joining(",", "[", "]"));
        String id = String.format("%08d-0000-4000-8000-000000000000", number);
        return ("{\"id\":\"" + id + "\",\"method\":\"checkFeatures\",\"payload\":{\"client\":\"bench-mod\",\"features\":" + features + "}}")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static Set<String> names(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> prefix + i).collect(Collectors.toSet());
    }
}
