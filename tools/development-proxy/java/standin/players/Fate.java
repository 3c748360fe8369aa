package standin.players;

/** The result of a plugin message. */
public enum Fate {
    /** It went on to its target. */
    FORWARDED,
    /** A handler said that it was dealt with. */
    HANDLED,
    /** The proxy dropped it without asking anybody. */
    DISCARDED
}
