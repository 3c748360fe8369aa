package example;

import com.google.inject.Inject;
import com.velocitypowered.api.command.CommandManager;
import com.velocitypowered.api.command.SimpleCommand;
import com.velocitypowered.api.event.Subscribe;
import com.velocitypowered.api.event.proxy.ProxyInitializeEvent;
import com.velocitypowered.api.proxy.Player;
import com.velocitypowered.api.proxy.ProxyServer;
import io.github.featurecontrol.api.Answer;
import io.github.featurecontrol.api.FeatureControlApi;
import io.github.featurecontrol.api.ListChange;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;

/**
 * Logs blocked features, changes of blocklists, and answers to mods. {@code /blocked <client> <feature>} checks
 * a feature, for the console or for the player.
 */
public final class BlockedFeaturesPlugin {

    private final ProxyServer proxy;
    private final Logger logger;

    @Inject
    public BlockedFeaturesPlugin(ProxyServer proxy, Logger logger) {
        this.proxy = proxy;
        this.logger = logger;
    }

    @Subscribe
    public void onInitialize(ProxyInitializeEvent event) {
        Optional<FeatureControlApi> found = FeatureControlApi.of(proxy);
        if (found.isEmpty()) {
            logger.warn("feature-control is not installed");
            return;
        }
        FeatureControlApi api = found.get();
        api.loaded().thenRun(() -> logger.info("Blocked for all: {}", sorted(api.globalBlocklist())));
        api.onListChange(this::logChange);
        api.onAnswer(this::logAnswer);
        CommandManager commands = proxy.getCommandManager();
        SimpleCommand command = invocation -> reply(api, invocation);
        commands.register(commands.metaBuilder("blocked").plugin(this).build(), command);
    }

    private void logChange(ListChange change) {
        Set<String> added = new HashSet<>(change.after());
        added.removeAll(change.before());
        Set<String> removed = new HashSet<>(change.before());
        removed.removeAll(change.after());
        logger.info("Changed for {}: +{} -{}", change.client().orElse("all"), sorted(added), sorted(removed));
    }

    private void logAnswer(Answer answer) {
        logger.info(
            "Answered {} of {}: {}",
            answer.client(),
            answer.player().getUsername(),
            answer.blocked()
        );
    }

    private void reply(FeatureControlApi api, SimpleCommand.Invocation invocation) {
        String[] words = invocation.arguments();
        if (words.length != 2 || !api.isLoaded()) {
            logger.info("Usage: blocked <client> <feature>, once the lists are loaded");
        } else if (invocation.source() instanceof Player player) {
            api.check(player, words[0], List.of(words[1])).thenAccept(blocked ->
                logger.info("For {}: {}", player.getUsername(), blocked)
            );
        } else {
            logger.info("{} of {}: {}", words[1], words[0], api.isBlocked(words[0], words[1]));
        }
    }

    private static List<String> sorted(Set<String> features) {
        return features.stream().sorted().toList();
    }
}
