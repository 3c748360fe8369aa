package com.mojang.brigadier;

/** A position in a command line. */
public class StringReader {
    public StringReader(String string) {
    }

    public native String getString();

    public native int getCursor();

    public native void setCursor(int cursor);

    public native String getRemaining();

    public native boolean canRead();

    public native char peek();

    public native char read();

    public native String readUnquotedString();
}
