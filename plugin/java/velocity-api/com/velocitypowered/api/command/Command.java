package com.velocitypowered.api.command;

/** Anything that can be registered as a command. */
public interface Command {}
