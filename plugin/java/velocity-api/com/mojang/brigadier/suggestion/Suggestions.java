package com.mojang.brigadier.suggestion;

/** The completions offered. */
public class Suggestions {

    private Suggestions() {}
}
