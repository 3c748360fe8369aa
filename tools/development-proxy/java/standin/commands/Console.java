package standin.commands;

import com.velocitypowered.api.command.CommandSource;
import com.velocitypowered.api.permission.Tristate;
import net.kyori.adventure.text.Component;
import net.kyori.adventure.text.serializer.plain.PlainTextComponentSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The proxy's console: it has every permission, and logs the messages that it receives. */
public final class Console implements CommandSource {

    private static final Logger LOG = LoggerFactory.getLogger("com.velocitypowered.stand-in");

    @Override
    public boolean hasPermission(String permission) {
        return true;
    }

    @Override
    public Tristate getPermissionValue(String permission) {
        return Tristate.TRUE;
    }

    @Override
    public void sendPlainMessage(String message) {
        LOG.info(message);
    }

    @Override
    public void sendMessage(Component message) {
        LOG.info(PlainTextComponentSerializer.plainText().serialize(message));
    }
}
