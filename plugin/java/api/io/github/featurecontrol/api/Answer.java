package io.github.featurecontrol.api;

import com.velocitypowered.api.proxy.Player;
import java.util.List;

/**
 * An answer or event that was sent to a player's mod.
 *
 * @param client the identifier of the mod
 * @param features the features that the mod requested or has subscribed to
 * @param blocked the blocked features among them
 */
public record Answer(Player player, String client, List<String> features, List<String> blocked) {}
