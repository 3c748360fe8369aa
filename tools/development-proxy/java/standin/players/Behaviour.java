package standin.players;

/**
 * The generation of Velocity to imitate, for behaviour that differs (facts 5, 6 and 13 in
 * tools/development-proxy/README.md).
 */
public enum Behaviour {
    /** Velocity 3.4.0 of October 2024. */
    OF_2024,
    /** Velocity with the changes of May 2026. */
    OF_2026;

    /** Parses {@code 2024} or {@code 2026}. */
    public static Behaviour of(String year) {
        return valueOf("OF_" + year);
    }
}
