package io.github.featurecontrol;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/** Brings the libraries that the slim jar does not carry: from the operator's mirror, or else from where the build found them. */
final class MavenRepository {
    /** Holds nothing, as for the full jar. */
    static final MavenRepository NONE = new MavenRepository("", 0);
    /** Only the slim jar has it. */
    private static final String RECORDED = "/META-INF/libraries/repository";
    /** Without a password, as it is logged. */
    private static final Pattern ADDRESS = Pattern.compile("https?://[^\\s/@]+(/\\S*)?");

    private final String address;
    private final int timeoutMs;
    private HttpClient client;
    private volatile CompletableFuture<?> transfer;
    private volatile boolean closed;

    private MavenRepository(String address, int timeoutMs) {
        this.address = address;
        this.timeoutMs = timeoutMs;
    }

    /** @throws IOException whose message is one line for the operator */
    static MavenRepository named(Settings settings) throws IOException {
        try (InputStream recorded = MavenRepository.class.getResourceAsStream(RECORDED)) {
            if (recorded == null) return NONE;
            String mirror = settings.text("libraries.mirror");
            String address = mirror.isEmpty() ? new String(recorded.readAllBytes(), StandardCharsets.UTF_8) : mirror;
            if (!ADDRESS.matcher(address).matches()) throw new IOException("libraries.mirror must be written like https://maven.example.org/maven2");
            return new MavenRepository(address, 1000 * settings.number("libraries.timeout-seconds"));
        }
    }

    /**
     * @param path of a file in any Maven repository
     * @param part where it is put. What an earlier start left of it is gone on with, so that only its checksum tells whether it is whole and right.
     * @throws IOException whose message is one line for the operator
     * @throws CancellationException after {@link #close()}
     */
    void fetch(String path, Path part) throws IOException {
        if (address.isEmpty()) throw new IOException("the plugin's jar does not hold " + path);
        if (client == null) client = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).connectTimeout(Duration.ofMillis(timeoutMs)).build();
        URI file = URI.create(address.replaceFirst("/*$", "/") + path);
        try {
            long have = sizeOf(part);
            var request = HttpRequest.newBuilder(file);
            if (have > 0) request.header("Range", "bytes=" + have + "-");
            int status = await(client.sendAsync(request.build(), into(part)), part);
            // 416: there is nothing after what we have.
            if (status != 200 && status != 206 && status != 416) throw new IOException("the server answered " + status);
        } catch (ExecutionException cause) {
            if (closed) throw new CancellationException();
            throw failure(file, cause.getCause());
        } catch (IOException cause) {
            throw failure(file, cause);
        } catch (InterruptedException cause) {
            Thread.currentThread().interrupt();
            throw failure(file, cause);
        }
    }

    /** Ends what is under way, and lets nothing follow. What has come stays for the next start. */
    void close() {
        closed = true;
        if (transfer != null) transfer.cancel(true);
    }

    @Override
    public String toString() {
        return address;
    }

    private static BodyHandler<Path> into(Path part) {
        return answer -> switch (answer.statusCode()) {
            case 200 -> BodySubscribers.ofFile(part, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
            case 206 -> BodySubscribers.ofFile(part, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
            default -> BodySubscribers.replacing(part);
        };
    }

    /** Waits for as long as something comes. */
    private int await(CompletableFuture<HttpResponse<Path>> started, Path part) throws IOException, ExecutionException, InterruptedException {
        transfer = started;
        if (closed) started.cancel(true);
        long had;
        long have = sizeOf(part);
        do {
            try {
                return started.get(timeoutMs, TimeUnit.MILLISECONDS).statusCode();
            } catch (TimeoutException quiet) {
                had = have;
                have = sizeOf(part);
            }
        } while (have != had);
        started.cancel(true);
        throw new IOException("nothing came for " + timeoutMs / 1000 + " s");
    }

    private static long sizeOf(Path file) throws IOException {
        return Files.exists(file) ? Files.size(file) : 0;
    }

    private static IOException failure(URI file, Throwable cause) {
        return new IOException(file + " could not be fetched (" + Reason.of(cause) + "); the next start goes on there");
    }
}
