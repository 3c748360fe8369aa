package com.velocitypowered.api.permission;

/** The value of a permission. */
public enum Tristate {
    TRUE,
    FALSE,
    UNDEFINED;

    public static native Tristate fromBoolean(boolean value);

    /** False for {@link #UNDEFINED}. */
    public native boolean asBoolean();
}
