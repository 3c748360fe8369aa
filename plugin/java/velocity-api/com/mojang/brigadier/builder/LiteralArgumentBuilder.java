package com.mojang.brigadier.builder;

import com.mojang.brigadier.tree.LiteralCommandNode;

/** Builds a fixed word. */
public class LiteralArgumentBuilder<S> extends ArgumentBuilder<S, LiteralArgumentBuilder<S>> {

    private LiteralArgumentBuilder() {}

    public static native <S> LiteralArgumentBuilder<S> literal(String name);

    public native LiteralCommandNode<S> build();
}
