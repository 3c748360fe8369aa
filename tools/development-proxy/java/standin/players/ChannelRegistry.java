package standin.players;

import com.velocitypowered.api.network.ProtocolVersion;
import com.velocitypowered.api.proxy.messages.ChannelIdentifier;
import com.velocitypowered.api.proxy.messages.ChannelRegistrar;
import com.velocitypowered.api.proxy.messages.MinecraftChannelIdentifier;
import java.util.Collection;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The registered channels. Identifiers of both kinds share one map, so the last one registered under an id
 * wins (fact 9 in tools/development-proxy/README.md).
 */
public final class ChannelRegistry implements ChannelRegistrar {

    private final Map<String, ChannelIdentifier> byId = new ConcurrentHashMap<>();

    @Override
    public void register(ChannelIdentifier... identifiers) {
        for (ChannelIdentifier identifier : identifiers) {
            byId.put(identifier.getId(), identifier);
            byId.put(modernId(identifier), identifier);
        }
    }

    @Override
    public void unregister(ChannelIdentifier... identifiers) {
        for (ChannelIdentifier identifier : identifiers) {
            byId.remove(identifier.getId());
            byId.remove(modernId(identifier));
        }
    }

    /** Null for a channel that no plugin has registered (fact 1). */
    ChannelIdentifier find(String id) {
        return byId.get(id);
    }

    /** Returns the channels that are announced to a client or backend of that version (fact 2). */
    Collection<String> announcedTo(ProtocolVersion version) {
        Collection<String> ids = new TreeSet<>();
        boolean modern = WellKnownChannels.isNamespaced(version);
        byId.values().forEach(identifier -> ids.add(modern ? modernId(identifier) : identifier.getId()));
        return ids;
    }

    private static String modernId(ChannelIdentifier identifier) {
        return identifier instanceof MinecraftChannelIdentifier
            ? identifier.getId()
            : WellKnownChannels.modernNameOf(identifier.getId());
    }
}
