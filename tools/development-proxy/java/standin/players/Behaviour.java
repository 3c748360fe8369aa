package standin.players;

/** Which of Velocity's generations is imitated where they differ (facts 5, 6 and 13). */
public enum Behaviour {
    /** 3.4.0 of October 2024. */
    OF_2024,
    /** With the changes of May 2026. */
    OF_2026;

    /** Takes {@code 2024} or {@code 2026}. */
    public static Behaviour of(String year) {
        return valueOf("OF_" + year);
    }
}
