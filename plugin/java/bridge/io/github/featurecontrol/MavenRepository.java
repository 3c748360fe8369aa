package io.github.featurecontrol;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;

/**
 * Fetches the libraries that the slim jar does not carry: from the operator's mirror, or from where the build
 * did.
 */
final class MavenRepository {
    /** Holds nothing, as for the full jar. */
    static final MavenRepository NONE = new MavenRepository("", 0);

    /** Ends with a slash. */
    private final String address;
    private final int timeoutSeconds;
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private HttpClient client;

    private MavenRepository(String address, int timeoutSeconds) {
        this.address = address;
        this.timeoutSeconds = timeoutSeconds;
    }

    /** @throws IOException whose message is one line for the operator */
    static MavenRepository named(Settings settings) throws IOException {
        // Only the slim jar has it.
        String recorded = OwnJar.text(OwnJar.LIBRARIES + "repository");
        if (recorded.isEmpty()) {
            return NONE;
        }
        String mirror = settings.text("libraries.mirror");
        String address = mirror.isEmpty() ? recorded : mirror;
        // Without a password, as it is logged.
        if (!address.matches("https?://[^\\s/@]+(/\\S*)?")) {
            throw new IOException("libraries.mirror must be written like https://maven.example.org/maven2");
        }
        int timeoutSeconds = settings.number("libraries.timeout-seconds");
        return new MavenRepository(address.replaceFirst("/*$", "/"), timeoutSeconds);
    }

    /**
     * @param path of a file in any Maven repository
     * @param part where it is put. What an earlier start left of it is continued, so that only its checksum
     *     says whether it is whole and right.
     * @param which library it is, for the operator who waits
     * @throws IOException whose message is one line for the operator
     * @throws CancellationException after {@link #close()}
     */
    void fetch(String path, Path part, String which, Logger logger) throws IOException {
        logger.info("Downloading library {} from {}", which, address);
        if (this == NONE) {
            throw new IOException("the plugin's jar does not hold " + path);
        }
        CompletableFuture<HttpResponse<Path>> transfer = request(path, part);
        closed.thenRun(() -> transfer.cancel(true));
        try {
            int status = await(transfer, part).statusCode();
            // 416: there is nothing after what we have.
            if (status != 200 && status != 206 && status != 416) {
                throw new IOException("the server answered " + status);
            }
        } catch (IOException | ExecutionException | InterruptedException cause) {
            if (closed.isDone()) {
                throw new CancellationException();
            }
            String reason = Reason.of(cause instanceof ExecutionException ? cause.getCause() : cause);
            throw new IOException(
                    address + path + " could not be fetched (" + reason + "); the next start resumes");
        }
    }

    /** Ends what is under way, and lets nothing follow. What has come stays for the next start. */
    void close() {
        closed.complete(null);
    }

    private CompletableFuture<HttpResponse<Path>> request(String path, Path part) {
        if (client == null) {
            client = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();
        }
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + path))
                .header("Range", "bytes=" + part.toFile().length() + "-").build();
        return client.sendAsync(request, reply -> {
            int code = reply.statusCode();
            // No library has 64 MiB. The client reads what is announced, and where nothing is, without end.
            if (code < 300 && reply.headers().firstValueAsLong("content-length").orElse(1L << 40) > 1 << 26) {
                throw new IllegalStateException("the server gives no length, or more than any library has");
            }
            return switch (code) {
                case 200 -> BodySubscribers.ofFile(part, CREATE, WRITE, TRUNCATE_EXISTING);
                case 206 -> BodySubscribers.ofFile(part, CREATE, WRITE, APPEND);
                default -> BodySubscribers.replacing(part);
            };
        });
    }

    /** Waits for as long as something comes. */
    private <T> T await(CompletableFuture<T> transfer, Path part)
            throws IOException, ExecutionException, InterruptedException {
        long before = part.toFile().length();
        try {
            return transfer.get(timeoutSeconds, TimeUnit.SECONDS);
        } catch (TimeoutException quiet) {
            if (part.toFile().length() != before) {
                return await(transfer, part);
            }
            transfer.cancel(true);
            throw new IOException("nothing came for " + timeoutSeconds + " s");
        }
    }
}
