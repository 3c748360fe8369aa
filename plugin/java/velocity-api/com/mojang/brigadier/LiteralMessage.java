package com.mojang.brigadier;

/** A fixed text. */
public class LiteralMessage implements Message {
    public LiteralMessage(String string) {
    }

    @Override
    public native String getString();
}
