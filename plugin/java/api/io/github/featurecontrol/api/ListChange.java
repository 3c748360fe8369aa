package io.github.featurecontrol.api;

import java.util.Optional;
import java.util.Set;

/**
 * A list is another than before. Both sets are snapshots; those of long lists are not copied.
 *
 * @param client whose personal list it is; empty for the global one
 */
public record ListChange(Optional<String> client, Set<String> before, Set<String> after) {}
