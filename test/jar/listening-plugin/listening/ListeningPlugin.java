package listening;

import com.google.inject.Inject;
import com.velocitypowered.api.command.CommandManager;
import com.velocitypowered.api.command.SimpleCommand;
import com.velocitypowered.api.event.Subscribe;
import com.velocitypowered.api.event.proxy.ProxyInitializeEvent;
import com.velocitypowered.api.proxy.ProxyServer;
import io.github.featurecontrol.api.FeatureControlApi;
import io.github.featurecontrol.api.ListChange;
import io.github.featurecontrol.api.Registration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.slf4j.Logger;

/**
 * A plugin with failing and slow listeners, controlled by {@code listening fail|hold|release|close|lists}.
 */
public final class ListeningPlugin {

    private static final int MAX_LISTS = 100_000;

    private final ProxyServer proxy;
    private final Logger logger;
    private final CountDownLatch released = new CountDownLatch(1);
    private final AtomicInteger count = new AtomicInteger();
    private final List<Registration> registrations = new ArrayList<>();

    @Inject
    public ListeningPlugin(ProxyServer proxy, Logger logger) {
        this.proxy = proxy;
        this.logger = logger;
    }

    @Subscribe
    public void onInitialize(ProxyInitializeEvent event) {
        FeatureControlApi api = FeatureControlApi.of(proxy).orElseThrow();
        CommandManager commands = proxy.getCommandManager();
        SimpleCommand command = invocation -> act(api, invocation.arguments()[0]);
        commands.register(commands.metaBuilder("listening").plugin(this).build(), command);
    }

    private void act(FeatureControlApi api, String what) {
        switch (what) {
            case "fail" -> {
                registrations.add(api.onListChange(this::fail));
                registrations.add(api.onListChange(this::failChecked));
                registrations.add(
                    api.onListChange(change -> logger.info("After the failure: {}", change.client()))
                );
            }
            case "hold" -> registrations.add(api.onListChange(this::hold));
            case "lists" -> logger.info(
                "Lists of the flood: {}",
                IntStream.range(0, MAX_LISTS)
                    .filter(number -> api.isBlocked("flood-" + number, "fly"))
                    .count()
            );
            case "release" -> released.countDown();
            case "close" -> {
                registrations.forEach(Registration::close);
                logger.info("Closed after {} calls", count.get());
            }
            default -> throw new IllegalArgumentException(what);
        }
    }

    private void fail(ListChange change) {
        throw new IllegalStateException("a listener that fails at " + change.client().orElse("all"));
    }

    private void failChecked(ListChange change) {
        ListeningPlugin.<RuntimeException>throwUndeclared(
            new Exception("a checked exception at " + change.client().orElse("all"))
        );
    }

    /** Throws a checked exception without declaring it, as Kotlin does. */
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void throwUndeclared(Throwable cause) throws T {
        throw (T) cause;
    }

    private void hold(ListChange change) {
        try {
            released.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
        count.incrementAndGet();
        if (change.client().orElse("").equals("last")) {
            logger.info("Called {} times", count.get());
        }
    }
}
