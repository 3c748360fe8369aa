package com.velocitypowered.api.permission;

/** Somebody who has permissions. */
public interface PermissionSubject {
    boolean hasPermission(String permission);

    Tristate getPermissionValue(String permission);
}
