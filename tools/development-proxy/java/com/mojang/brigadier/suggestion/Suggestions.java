package com.mojang.brigadier.suggestion;

import java.util.List;

/** The completions offered. */
public class Suggestions {

    private final List<String> texts;

    Suggestions(List<String> texts) {
        this.texts = texts;
    }

    /** Exists only in the stand-in: the real class contains richer objects. */
    public List<String> texts() {
        return texts;
    }
}
