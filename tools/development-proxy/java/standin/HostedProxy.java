package standin;

import com.velocitypowered.api.network.ProtocolVersion;
import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.ProxyServer;
import com.velocitypowered.api.proxy.server.RegisteredServer;
import com.velocitypowered.api.proxy.server.ServerInfo;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import standin.commands.CommandRegistry;
import standin.commands.Console;
import standin.events.EventDispatcher;
import standin.players.Behaviour;
import standin.players.ChannelRegistry;
import standin.players.EventLoop;
import standin.players.HostedPlayer;
import standin.players.HostedServer;
import standin.players.PlayerSession;
import standin.players.ProxyOutput;
import standin.plugins.PluginHost;

/** The proxy's API for plugins. */
final class HostedProxy implements ProxyServer {

    private static final int LOOPS = 2;

    private final Behaviour behaviour;
    private final int playersPort;
    private final ProxyOutput output;
    private final PluginHost plugins;
    private final EventDispatcher events;
    private final ChannelRegistry channels = new ChannelRegistry();
    private final CommandRegistry commands;
    private final Console console = new Console();
    private final Map<String, HostedServer> servers = new ConcurrentHashMap<>();
    private final Map<UUID, PlayerSession> sessions = new ConcurrentHashMap<>();
    private final List<EventLoop> loops;
    private final AtomicInteger nextLoop = new AtomicInteger();

    HostedProxy(Path pluginsDirectory, Behaviour behaviour, int playersPort, ProxyOutput output) {
        this.behaviour = behaviour;
        this.playersPort = playersPort;
        this.output = output;
        plugins = new PluginHost(pluginsDirectory);
        events = new EventDispatcher(plugins);
        commands = new CommandRegistry(StandInThreads.pool());
        loops = IntStream.range(0, LOOPS).mapToObj(EventLoop::new).toList();
    }

    PluginHost plugins() {
        return plugins;
    }

    EventDispatcher events() {
        return events;
    }

    CommandRegistry commands() {
        return commands;
    }

    /** Returns the server of that name, and creates it on first use. */
    HostedServer server(String name) {
        return servers.computeIfAbsent(name, made ->
            new HostedServer(new ServerInfo(made, InetSocketAddress.createUnresolved("127.0.0.1", 25_566)))
        );
    }

    /** Creates a player that is not logged in yet; see {@link PlayerSession#logIn}. */
    PlayerSession connect(String name, UUID uuid, int protocol) {
        EventLoop loop = loops.get(Math.floorMod(nextLoop.getAndIncrement(), LOOPS));
        ProtocolVersion version = ProtocolVersion.getProtocolVersion(protocol);
        HostedPlayer player = new HostedPlayer(name, uuid, version, loop, output);
        PlayerSession session = new PlayerSession(player, channels, events, behaviour, output);
        if (sessions.putIfAbsent(uuid, session) != null) {
            throw new IllegalArgumentException(uuid + " is already on the proxy");
        }
        player.onClose(() -> {
            sessions.remove(uuid);
            session.end();
        });
        return session;
    }

    PlayerSession session(UUID uuid) {
        return Optional.ofNullable(sessions.get(uuid)).orElseThrow(() ->
            new IllegalArgumentException(uuid + " is not on the proxy")
        );
    }

    @Override
    public Optional<Player> getPlayer(String username) {
        return getAllPlayers()
            .stream()
            .filter(player -> player.getUsername().equalsIgnoreCase(username))
            .findFirst();
    }

    @Override
    public Optional<Player> getPlayer(UUID uuid) {
        return Optional.ofNullable(sessions.get(uuid)).map(PlayerSession::player);
    }

    @Override
    public Collection<Player> getAllPlayers() {
        return sessions.values().stream().<Player>map(PlayerSession::player).toList();
    }

    @Override
    public int getPlayerCount() {
        return sessions.size();
    }

    @Override
    public InetSocketAddress getBoundAddress() {
        return InetSocketAddress.createUnresolved("0.0.0.0", playersPort);
    }

    @Override
    public Collection<RegisteredServer> getAllServers() {
        return List.copyOf(servers.values());
    }

    Console console() {
        return console;
    }

    @Override
    public PluginHost getPluginManager() {
        return plugins;
    }

    @Override
    public EventDispatcher getEventManager() {
        return events;
    }

    @Override
    public CommandRegistry getCommandManager() {
        return commands;
    }

    @Override
    public ChannelRegistry getChannelRegistrar() {
        return channels;
    }
}
