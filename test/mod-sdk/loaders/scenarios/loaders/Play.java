package loaders;

/** What happens in one game. */
public interface Play {
    /** What happens before the copies of the library forget each other. */
    default void prepare() {}

    void play();
}
