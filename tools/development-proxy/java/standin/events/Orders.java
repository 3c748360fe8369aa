package standin.events;

import com.velocitypowered.api.event.PostOrder;

/** Numeric values of the named orders; higher runs earlier. */
final class Orders {
    private Orders() {
    }

    static short of(PostOrder order) {
        return switch (order) {
            case FIRST -> 30_000;
            case EARLY -> 15_000;
            case NORMAL -> 0;
            case LATE -> -15_000;
            case LAST -> -30_000;
        };
    }
}
