package standin;

import java.io.IOException;
import java.nio.file.Path;
import standin.control.ControlConnection;
import standin.control.ReportingOutput;
import standin.players.Behaviour;

/**
 * Runs the stand-in: {@code java standin.StandIn <control port> <plugins> <2024|2026> <players' port>}.
 * It ends when the control connection closes.
 */
public final class StandIn {

    private StandIn() {}

    public static void main(String[] arguments) throws IOException {
        int port = Integer.parseInt(arguments[0]);
        ControlConnection control = new ControlConnection(port, StandInThreads.single());
        ReportingOutput output = new ReportingOutput(control::write);
        Path plugins = Path.of(arguments[1]);
        int playersPort = Integer.parseInt(arguments[3]);
        HostedProxy proxy = new HostedProxy(plugins, Behaviour.of(arguments[2]), playersPort, output);
        control.serve(new Operations(proxy, new ProxyOperations(proxy, output)));
        Runtime.getRuntime().halt(0);
    }
}
