package net.minecraft;

public class class_310 {
    private static final class_310 INSTANCE = new class_310();
    public class_746 field_1724;
    public class_634 handler;
    public class_642 server;

    public static class_310 method_1551() {
        return INSTANCE;
    }

    public class_642 method_1558() {
        return server;
    }

    /** The play handler, null while there is no player. */
    public class_634 method_1562() {
        return field_1724 == null ? null : handler;
    }
}
