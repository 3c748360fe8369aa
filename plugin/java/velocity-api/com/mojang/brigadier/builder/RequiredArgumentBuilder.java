package com.mojang.brigadier.builder;

import com.mojang.brigadier.arguments.ArgumentType;
import com.mojang.brigadier.suggestion.SuggestionProvider;

/** Builds an argument. */
public class RequiredArgumentBuilder<S, T> extends ArgumentBuilder<S, RequiredArgumentBuilder<S, T>> {

    private RequiredArgumentBuilder() {}

    public static native <S, T> RequiredArgumentBuilder<S, T> argument(String name, ArgumentType<T> type);

    public native RequiredArgumentBuilder<S, T> suggests(SuggestionProvider<S> provider);
}
