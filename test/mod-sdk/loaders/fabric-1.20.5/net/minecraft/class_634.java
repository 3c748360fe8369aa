package net.minecraft;

import java.util.HashSet;
import java.util.Set;

public class class_634 {
    public final class_2535 connection;
    public final Set<class_2960> sendable = new HashSet<>();

    public class_634(class_2535 connection) {
        this.connection = connection;
    }

    public class_2535 method_48296() {
        return connection;
    }
}
