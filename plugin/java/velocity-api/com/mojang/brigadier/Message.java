package com.mojang.brigadier;

/** A text shown to whoever gives a command. */
public interface Message {
    String getString();
}
