import com.google.inject.Inject;
import com.velocitypowered.api.event.Subscribe;
import com.velocitypowered.api.event.proxy.ProxyInitializeEvent;
import net.kyori.adventure.audience.MessageType;
import org.slf4j.Logger;

/** Uses a class that Adventure 5 has removed. */
public final class RemovedCallPlugin {

    private final Logger logger;

    @Inject
    public RemovedCallPlugin(Logger logger) {
        this.logger = logger;
    }

    @Subscribe
    @SuppressWarnings("deprecation")
    public void onInitialize(ProxyInitializeEvent event) {
        logger.info("The type is {}", MessageType.SYSTEM);
    }
}
