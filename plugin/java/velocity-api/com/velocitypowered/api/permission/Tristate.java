package com.velocitypowered.api.permission;

/** The value of a permission. */
public enum Tristate {
    TRUE,
    FALSE,
    UNDEFINED;

    public static Tristate fromBoolean(boolean value) {
        return value ? TRUE : FALSE;
    }

    public boolean asBoolean() {
        return this == TRUE;
    }
}
