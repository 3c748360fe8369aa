package loaders;

/** NeoForge up to 1.21.6. */
public final class Game extends NeoForgeGame {}
