package standin.control;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The connection to the program that drives the stand-in: one JSON object per line, in both directions. A
 * request {@code {"id": 1, "op": …}} is answered with {@code {"id": 1, "result": …}} or
 * {@code {"id": 1, "error": "…"}}; {@code {"event": …}} is sent without a request.
 */
public final class ControlConnection {

    private final BufferedReader reader;
    private final Writer writer;
    private final Executor writing;
    private final Queue<Supplier<JsonObject>> outgoing = new ConcurrentLinkedQueue<>();

    /**
     * @param writing executor with one thread for all writes: as with a real connection, callers do not wait
     */
    public ControlConnection(int port, Executor writing) throws IOException {
        this.writing = writing;
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        writer = new OutputStreamWriter(socket.getOutputStream(), StandardCharsets.UTF_8);
    }

    /** Serves requests until the connection is closed. */
    public void serve(Function<JsonObject, CompletableFuture<JsonElement>> operations) {
        try {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                answer(JsonParser.parseString(line).getAsJsonObject(), operations);
            }
        } catch (IOException closed) {
            // The driver was killed, so the stand-in ends too.
        }
    }

    /**
     * Writes one object asynchronously, in the order of the calls. Does nothing if the connection is closed.
     */
    public void write(Supplier<JsonObject> message) {
        outgoing.add(message);
        writing.execute(this::writeAll);
    }

    private void writeAll() {
        Supplier<JsonObject> message = outgoing.poll();
        if (message == null) {
            return;
        }
        try {
            for (; message != null; message = outgoing.poll()) {
                writer.write(message.get().toString());
                writer.write('\n');
            }
            writer.flush();
        } catch (IOException closed) {
            // serve() detects this too.
        }
    }

    private void answer(JsonObject request, Function<JsonObject, CompletableFuture<JsonElement>> operations) {
        CompletableFuture<JsonElement> result;
        try {
            result = operations.apply(request);
        } catch (RuntimeException error) {
            result = CompletableFuture.failedFuture(error);
        }
        result.whenComplete((value, error) -> {
            JsonObject response = new JsonObject();
            response.add("id", request.get("id"));
            if (error == null) {
                response.add("result", value == null ? JsonNull.INSTANCE : value);
            } else {
                Throwable cause = error instanceof CompletionException ? error.getCause() : error;
                response.addProperty("error", cause.toString());
            }
            write(() -> response);
        });
    }
}
