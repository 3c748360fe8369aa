package com.velocitypowered.api.permission;

/** A subject of permission checks. */
public interface PermissionSubject {
    boolean hasPermission(String permission);

    Tristate getPermissionValue(String permission);
}
