package io.github.featurecontrol.isolated;

import static java.util.Map.entry;

import io.github.featurecontrol.OwnJar;
import io.github.featurecontrol.Packet;
import io.github.featurecontrol.ScriptHost;
import io.github.featurecontrol.ScriptProgram;
import io.github.featurecontrol.Settings;
import io.netty.util.internal.logging.InternalLoggerFactory;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;

/**
 * The script engine, with one context that runs the plugin's bundle. Only the thread that calls
 * {@link #start} may call the other methods.
 */
public final class ScriptEngine implements ScriptProgram {

    /**
     * System properties that Truffle reads once, when the engine is created, and for which it has no other
     * switch. They prevent it from unpacking a native library into the user's home and loading it: the
     * library is for a compiler that stock JVMs lack, and a second class loader in the same JVM could not
     * load it again. The last one outweighs a runtime that was chosen for another engine in this JVM.
     */
    private static final Map<String, String> ONLY_JAVA = Map.ofEntries(
        entry("truffle.attach.library", ""),
        entry("polyglotimpl.AttachLibraryFailureAction", "ignore"),
        entry("truffle.UseFallbackRuntime", "true")
    );

    /** Other options cannot be set from outside: the JVM's properties are meant for all engines in it. */
    private static final Map<String, String> OPTIONS = Map.ofEntries(
        entry("engine.WarnInterpreterOnly", "false"),
        entry("js.esm-eval-returns-exports", "true"),
        entry("js.text-encoding", "true"),
        entry("js.unhandled-rejections", "handler")
    );

    private Engine engine;
    private Context context;
    private Value program;
    private Value receive;
    private int maxPacketBytes;
    private int maxNesting;

    @Override
    public void start(ScriptHost host, Settings settings) throws IOException {
        // Set before any class of Lettuce or netty is loaded, as they create their loggers then.
        InternalLoggerFactory.setDefaultFactory(new ErrorLoggers());
        engine = createEngine();
        context = createContext(engine);
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
        engine.close(true);
    }

    private static Engine createEngine() {
        Map<String, String> previous = new HashMap<>();
        ONLY_JAVA.forEach((name, value) -> previous.put(name, System.setProperty(name, value)));
        try {
            return Engine.newBuilder("js").useSystemProperties(false).options(OPTIONS).build();
        } finally {
            previous.forEach(ScriptEngine::restoreProperty);
        }
    }

    /** @param value null if it was not set */
    private static void restoreProperty(String name, String value) {
        if (value == null) {
            System.clearProperty(name);
        } else {
            System.setProperty(name, value);
        }
    }

    private static Context createContext(Engine engine) throws IOException {
        return Context.newBuilder()
            .engine(engine)
            .hostClassLoader(ScriptEngine.class.getClassLoader())
            .allowHostClassLookup(ScriptRights.mayLookUp())
            .allowHostAccess(ScriptRights.hostAccess())
            .build();
    }
}
