package com.velocitypowered.api.command;

import com.velocitypowered.api.permission.PermissionSubject;
import net.kyori.adventure.audience.Audience;

/** The source of a command: the console or a player. */
public interface CommandSource extends Audience, PermissionSubject {
    void sendPlainMessage(String message);
}
