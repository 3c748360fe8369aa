package com.mojang.brigadier.suggestion;

/** Collects completions. */
public class SuggestionsBuilder {

    public SuggestionsBuilder(String input, int start) {}

    public native String getInput();

    /** What was typed of the argument so far. */
    public native String getRemaining();

    public native SuggestionsBuilder suggest(String text);

    public native Suggestions build();
}
