package com.mojang.brigadier.suggestion;

/** The completions offered. */
public class Suggestions {
    private Suggestions() {
    }

    public native boolean isEmpty();
}
