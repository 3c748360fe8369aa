package standin.players;

/** The outcome of a plugin message. */
public enum MessageOutcome {
    /** It was forwarded to its target. */
    FORWARDED,
    /** A handler marked it as handled. */
    HANDLED,
    /** The proxy dropped it without an event. */
    DISCARDED,
}
