package com.mojang.brigadier.builder;

import com.mojang.brigadier.tree.LiteralCommandNode;

/** Builds a fixed word. */
public class LiteralArgumentBuilder<S> extends ArgumentBuilder<S, LiteralArgumentBuilder<S>> {
    protected LiteralArgumentBuilder(String literal) {
    }

    public static native <S> LiteralArgumentBuilder<S> literal(String name);

    @Override
    protected native LiteralArgumentBuilder<S> getThis();

    @Override
    public native LiteralCommandNode<S> build();
}
