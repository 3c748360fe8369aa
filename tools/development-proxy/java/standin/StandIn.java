package standin;

import java.io.IOException;
import java.nio.file.Path;
import standin.control.ControlConnection;
import standin.control.ReportingOutput;
import standin.players.Behaviour;

/**
 * Runs the stand-in: {@code java standin.StandIn <control port> <plugins directory> <2024|2026>}. It ends
 * when the control connection closes.
 */
public final class StandIn {

    private StandIn() {}

    public static void main(String[] arguments) throws IOException {
        int port = Integer.parseInt(arguments[0]);
        ControlConnection control = new ControlConnection(port, StandInThreads.single());
        ReportingOutput output = new ReportingOutput(control::write);
        HostedProxy proxy = new HostedProxy(Path.of(arguments[1]), Behaviour.of(arguments[2]), output);
        control.serve(new Operations(proxy, new ProxyOperations(proxy, output)));
        Runtime.getRuntime().halt(0);
    }
}
