package io.github.featurecontrol.api;

import java.util.Optional;
import java.util.Set;

/**
 * A change of a list. Both sets are snapshots; creating them does not copy large lists.
 *
 * @param client whose personal list has changed; empty for the global list
 */
public record ListChange(Optional<String> client, Set<String> before, Set<String> after) {}
