package io.github.featurecontrol.api;

import com.velocitypowered.api.proxy.Player;
import java.util.List;

/**
 * What the mod of a player now knows to be blocked.
 *
 * @param client the identifier of the mod
 * @param features those that it asked about, or has subscribed to
 * @param blocked those of them that are blocked
 */
public record Answer(Player player, String client, List<String> features, List<String> blocked) {}
