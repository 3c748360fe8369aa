package io.github.featurecontrol.isolated;

import io.github.featurecontrol.OwnJar;
import io.github.featurecontrol.Packet;
import io.github.featurecontrol.ScriptHost;
import io.github.featurecontrol.ScriptProgram;
import io.github.featurecontrol.Settings;
import io.netty.util.internal.logging.InternalLoggerFactory;
import java.io.IOException;
import java.util.Map;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;

/**
 * The script engine, with one context that runs the plugin's bundle. Only the thread that calls
 * {@link #start} may call the other methods.
 */
public final class ScriptEngine implements ScriptProgram {
    /**
     * Prevents Truffle from unpacking a native library into the user's home and loading it. The library is
     * for a compiler that stock JVMs lack, and a second class loader in the same JVM could not load it again.
     */
    private static final Map<String, String> WITHOUT_NATIVE_CODE = Map.of(
            "truffle.attach.library", "",
            "polyglotimpl.AttachLibraryFailureAction", "ignore");

    private Context context;
    private Value program;
    private Value receive;
    private int maxPacketBytes;
    private int maxNesting;

    @Override
    public void start(ScriptHost host, Settings settings) throws IOException {
        // Set before any class of Lettuce or netty is loaded, as they create their loggers then.
        InternalLoggerFactory.setDefaultFactory(new ErrorLoggers());
        context = createContext();
        context.enter();
        Source bundle = Source.newBuilder("js", OwnJar.text(OwnJar.PROGRAM + "plugin.js"), "plugin.js")
                .mimeType("application/javascript+module")
                .build();
        program = context.eval(bundle).invokeMember("start", host, settings);
        if (program.isString()) {
            throw new IllegalArgumentException(program.asString());
        }
        receive = program.getMember("receive");
        maxPacketBytes = program.getMember("maxPacketBytes").asInt();
        maxNesting = program.getMember("maxNesting").asInt();
    }

    @Override
    public void receive(Packet packet) {
        String text = packet.bytes().length > maxPacketBytes ? null : packet.text();
        receive.executeVoid(packet, packet.player().getUniqueId().toString(), text, reason(packet, text));
    }

    /** @return an {@code UnreadableReason} of the script; null if the packet may be read */
    private String reason(Packet packet, String text) {
        if (text == null) {
            return packet.bytes().length > maxPacketBytes ? "too-large" : "not-utf-8";
        }
        return packet.isNestedDeeperThan(maxNesting) ? "too-deep" : null;
    }

    @Override
    public void stop(long drainMs, Runnable done) {
        program.invokeMember("stop", drainMs, done);
    }

    @Override
    public void close() {
        context.leave();
        context.close(true);
    }

    private static Context createContext() throws IOException {
        WITHOUT_NATIVE_CODE.forEach(System::setProperty);
        try {
            return Context.newBuilder("js")
                    .option("engine.WarnInterpreterOnly", "false")
                    .option("js.esm-eval-returns-exports", "true")
                    .option("js.text-encoding", "true")
                    .option("js.unhandled-rejections", "handler")
                    .hostClassLoader(ScriptEngine.class.getClassLoader())
                    .allowHostClassLookup(ScriptRights.mayLookUp())
                    .allowHostAccess(ScriptRights.hostAccess())
                    .build();
        } finally {
            WITHOUT_NATIVE_CODE.keySet().forEach(System::clearProperty);
        }
    }
}
