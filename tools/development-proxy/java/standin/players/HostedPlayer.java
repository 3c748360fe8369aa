package standin.players;

import com.velocitypowered.api.network.ProtocolState;
import com.velocitypowered.api.network.ProtocolVersion;
import com.velocitypowered.api.permission.Tristate;
import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.ServerConnection;
import com.velocitypowered.api.proxy.messages.ChannelIdentifier;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import net.kyori.adventure.text.Component;
import net.kyori.adventure.text.serializer.plain.PlainTextComponentSerializer;

/**
 * A player's API for plugins. {@link PlayerSession} and {@link ClientMessages} implement the client's
 * actions.
 */
public final class HostedPlayer implements Player {

    private static final int MAX_OLD_CHANNEL_LENGTH = 20;
    private static final int MAX_CLIENTBOUND_BYTES = 1 << 20;
    private static final int PROTOCOL_1_20_2 = 764;

    private final String name;
    private final UUID uuid;
    private final ProtocolVersion version;
    private final EventLoop loop;
    private final ProxyOutput output;
    private final Map<String, Tristate> permissions = new ConcurrentHashMap<>();
    private volatile ProtocolState state;
    private volatile HostedServerConnection connected;
    private volatile HostedServerConnection inFlight;
    private volatile boolean active = true;
    private volatile Locale locale;
    private volatile boolean permissionsFail;
    private volatile Runnable onClose = () -> {};

    public HostedPlayer(String name, UUID uuid, ProtocolVersion version, EventLoop loop, ProxyOutput output) {
        this.name = name;
        this.uuid = uuid;
        this.version = version;
        this.loop = loop;
        this.output = output;
        this.state = hasConfigurationPhase() ? ProtocolState.CONFIGURATION : ProtocolState.PLAY;
    }

    /** Makes the permission plugin throw for this player. */
    public void failPermissions() {
        permissionsFail = true;
    }

    /** The thread that handles this player's packets. */
    public EventLoop loop() {
        return loop;
    }

    public boolean hasConfigurationPhase() {
        return version.getProtocol() >= PROTOCOL_1_20_2;
    }

    public void setPermission(String permission, Tristate value) {
        permissions.put(permission, value);
    }

    /** Null before the first join, and during a switch. */
    public HostedServerConnection connected() {
        return connected;
    }

    /** The connection that is being made; null otherwise. */
    public HostedServerConnection inFlight() {
        return inFlight;
    }

    void setConnected(HostedServerConnection connection) {
        connected = connection;
    }

    void setInFlight(HostedServerConnection connection) {
        inFlight = connection;
    }

    void setState(ProtocolState state) {
        this.state = state;
    }

    public void onClose(Runnable action) {
        onClose = action;
    }

    void write(String channel, byte[] data) {
        if (!active) {
            return;
        }
        if (!WellKnownChannels.isNamespaced(version) && channel.length() > MAX_OLD_CHANNEL_LENGTH) {
            close("the client cannot read the channel name " + channel);
        } else if (data.length > MAX_CLIENTBOUND_BYTES) {
            close("the client cannot read a message of " + data.length + " bytes");
        } else {
            output.toClient(this, channel, data);
        }
    }

    /** Ends the connection; a second call does nothing. */
    public void close(String reason) {
        synchronized (this) {
            if (!active) {
                return;
            }
            active = false;
        }
        output.closed(this, reason);
        loop.execute(onClose);
    }

    @Override
    public boolean sendPluginMessage(ChannelIdentifier identifier, byte[] data) {
        Objects.requireNonNull(identifier, "identifier");
        write(identifier.getId(), data.clone());
        return true;
    }

    @Override
    public String getUsername() {
        return name;
    }

    @Override
    public UUID getUniqueId() {
        return uuid;
    }

    @Override
    public Locale getEffectiveLocale() {
        return locale;
    }

    /** Sets the locale of the client's settings. */
    public void setLocale(Locale chosen) {
        locale = chosen;
    }

    @Override
    public Optional<ServerConnection> getCurrentServer() {
        return Optional.ofNullable(connected);
    }

    @Override
    public void disconnect(Component reason) {
        close(PlainTextComponentSerializer.plainText().serialize(reason));
    }

    @Override
    public boolean isActive() {
        return active;
    }

    @Override
    public ProtocolVersion getProtocolVersion() {
        return version;
    }

    @Override
    public ProtocolState getProtocolState() {
        return state;
    }

    @Override
    public boolean hasPermission(String permission) {
        if (permissionsFail) {
            throw new IllegalStateException("the storage of permissions is closed");
        }
        return getPermissionValue(permission).asBoolean();
    }

    @Override
    public Tristate getPermissionValue(String permission) {
        return permissions.getOrDefault(permission, Tristate.UNDEFINED);
    }

    @Override
    public void sendPlainMessage(String message) {
        sendMessage(Component.text(message));
    }

    @Override
    public void sendMessage(Component message) {
        output.chat(this, message);
    }

    @Override
    public String toString() {
        return "[player] " + name;
    }
}
