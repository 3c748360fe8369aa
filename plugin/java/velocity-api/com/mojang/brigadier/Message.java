package com.mojang.brigadier;

/** A text shown to the sender of a command. */
public interface Message {
    String getString();
}
