package io.github.featurecontrol;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import org.slf4j.Logger;

/**
 * Downloads the libraries that the slim jar does not contain, from the operator's mirror or from the
 * repository that the build used.
 */
final class MavenRepository {

    /** An empty repository, for the full jar. */
    static final MavenRepository NONE = new MavenRepository("", 0);

    /** All libraries are smaller. */
    private static final long MAX_BYTES = 1 << 26;

    /** Ends with a slash. */
    private final String address;
    private final int timeoutSeconds;
    private volatile boolean isClosed;
    /** The latest download; null before the first one. */
    private volatile HttpURLConnection connection;

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
        return new MavenRepository(address.endsWith("/") ? address : address + "/", timeoutSeconds);
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
        try {
            connection = (HttpURLConnection) URI.create(address + path)
                .toURL()
                .openConnection();
            connection.setConnectTimeout(timeoutSeconds * 1000);
            connection.setReadTimeout(timeoutSeconds * 1000);
            download(part);
        } catch (IOException cause) {
            if (isClosed) {
                throw new CancellationException();
            }
            boolean isLate = cause instanceof SocketTimeoutException;
            String reason = isLate ? "no data received for " + timeoutSeconds + " s" : Reason.of(cause);
            throw new IOException(
                address + path + " could not be fetched (" + reason + "); the next start tries again"
            );
        }
    }

    private void download(Path part) throws IOException {
        if (isClosed) {
            throw new CancellationException();
        }
        int status = connection.getResponseCode();
        if (status != 200) {
            throw new IOException("the server answered " + status);
        }
        long length = connection.getContentLengthLong();
        if (length < 0 || length > MAX_BYTES) {
            throw new IOException("no Content-Length, or one above 64 MiB");
        }
        try (InputStream body = connection.getInputStream()) {
            long received = Files.copy(body, part);
            if (received < length) {
                throw new IOException(received + " of " + length + " bytes received");
            }
        }
    }

    /** Cancels the current download and all further ones. */
    void close() {
        isClosed = true;
        HttpURLConnection current = connection;
        if (current != null) {
            current.disconnect();
        }
    }
}
