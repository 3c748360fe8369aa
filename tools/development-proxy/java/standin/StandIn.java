package standin;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import standin.control.ControlConnection;
import standin.control.ReportingWire;
import standin.players.Behaviour;

/**
 * Runs the stand-in: {@code java standin.StandIn <control port> <plugins directory> <2024|2026>}. It ends
 * with the connection.
 */
public final class StandIn {
    private StandIn() {
    }

    public static void main(String[] arguments) throws IOException {
        int port = Integer.parseInt(arguments[0]);
        ControlConnection control = new ControlConnection(port, StandInThreads.single());
        ReportingWire wire = new ReportingWire(control::write);
        HostedProxy proxy = new HostedProxy(Path.of(arguments[1]), Behaviour.of(arguments[2]), wire, () -> {
            JsonObject event = new JsonObject();
            event.addProperty("event", "shutdownAsked");
            control.write(() -> event);
        });
        control.serve(new Operations(proxy, new ProxyOperations(proxy, wire)));
        Runtime.getRuntime().halt(0);
    }
}
