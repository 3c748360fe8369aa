package io.github.featurecontrol;

import static java.nio.file.StandardOpenOption.CREATE;
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
 * Downloads the libraries that the slim jar does not contain, from the operator's mirror or from the
 * repository that the build used.
 */
final class MavenRepository {
    /** An empty repository, for the full jar. */
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
        // Only the slim jar contains this file.
        String recorded = OwnJar.text(OwnJar.LIBRARIES + "repository");
        if (recorded.isEmpty()) {
            return NONE;
        }
        String mirror = settings.text("libraries.mirror");
        String address = mirror.isEmpty() ? recorded : mirror;
        // No user and password allowed, as the address is logged.
        if (!address.matches("https?://[^\\s/@]+(/\\S*)?")) {
            throw new IOException("libraries.mirror must be written like https://maven.example.org/maven2");
        }
        int timeoutSeconds = settings.number("libraries.timeout-seconds");
        return new MavenRepository(address.replaceFirst("/*$", "/"), timeoutSeconds);
    }

    /**
     * Downloads a file.
     *
     * @param path of the file in a Maven repository
     * @param part new file. The caller must verify its checksum.
     * @param which number and name of the library, for the log
     * @throws IOException whose message is one line for the operator
     * @throws CancellationException after {@link #close()}
     */
    void fetch(String path, Path part, String which, Logger logger) throws IOException {
        logger.info("Downloading library {} from {}", which, address);
        CompletableFuture<HttpResponse<Path>> transfer = request(path, part);
        closed.thenRun(() -> transfer.cancel(true));
        try {
            int status = await(transfer, part).statusCode();
            if (status != 200) {
                throw new IOException("the server answered " + status);
            }
        } catch (IOException | ExecutionException | InterruptedException cause) {
            if (closed.isDone()) {
                throw new CancellationException();
            }
            String reason = Reason.of(cause instanceof ExecutionException ? cause.getCause() : cause);
            throw new IOException(
                    address + path + " could not be fetched (" + reason + "); the next start tries again");
        }
    }

    /** Cancels the current download and all further ones. */
    void close() {
        closed.complete(null);
    }

    private CompletableFuture<HttpResponse<Path>> request(String path, Path part) {
        if (client == null) {
            client = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();
        }
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + path)).build();
        return client.sendAsync(request, reply -> {
            int code = reply.statusCode();
            // All libraries are smaller than 64 MiB. Without Content-Length, the client would read without
            // limit.
            if (code < 300 && reply.headers().firstValueAsLong("content-length").orElse(1L << 40) > 1 << 26) {
                throw new IllegalStateException("no Content-Length, or one above 64 MiB");
            }
            return code == 200
                    ? BodySubscribers.ofFile(part, CREATE, WRITE)
                    : BodySubscribers.replacing(part);
        });
    }

    /** Waits until the transfer ends. Fails if the file does not grow for {@code timeoutSeconds}. */
    private <T> T await(CompletableFuture<T> transfer, Path part)
            throws IOException, ExecutionException, InterruptedException {
        long before = part.toFile().length();
        try {
            return transfer.get(timeoutSeconds, TimeUnit.SECONDS);
        } catch (TimeoutException timeout) {
            if (part.toFile().length() != before) {
                return await(transfer, part);
            }
            transfer.cancel(true);
            throw new IOException("no data received for " + timeoutSeconds + " s");
        }
    }
}
