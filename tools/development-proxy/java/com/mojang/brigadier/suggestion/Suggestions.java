package com.mojang.brigadier.suggestion;

import java.util.List;

/** The completions offered. */
public class Suggestions {
    private final List<String> texts;

    Suggestions(List<String> texts) {
        this.texts = List.copyOf(texts);
    }

    public boolean isEmpty() {
        return texts.isEmpty();
    }

    /** Known to the stand-in only: the real class holds richer objects. */
    public List<String> texts() {
        return texts;
    }
}
