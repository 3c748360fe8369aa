package com.mojang.brigadier.suggestion;

import java.util.ArrayList;
import java.util.List;

/** Collects completions; the text that was already typed is not one. */
public class SuggestionsBuilder {

    private final String input;
    private final int start;
    private final List<String> texts = new ArrayList<>();

    public SuggestionsBuilder(String input, int start) {
        this.input = input;
        this.start = start;
    }

    public String getInput() {
        return input;
    }

    public String getRemaining() {
        return input.substring(start);
    }

    public SuggestionsBuilder suggest(String text) {
        if (!text.equals(getRemaining())) {
            texts.add(text);
        }
        return this;
    }

    public Suggestions build() {
        return new Suggestions(texts);
    }
}
