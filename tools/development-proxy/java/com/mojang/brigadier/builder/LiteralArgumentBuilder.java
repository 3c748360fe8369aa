package com.mojang.brigadier.builder;

import com.mojang.brigadier.tree.LiteralCommandNode;

/** Builds a fixed word. */
public class LiteralArgumentBuilder<S> extends ArgumentBuilder<S, LiteralArgumentBuilder<S>> {

    private final String name;

    private LiteralArgumentBuilder(String name) {
        this.name = name;
    }

    public static <S> LiteralArgumentBuilder<S> literal(String name) {
        return new LiteralArgumentBuilder<>(name);
    }

    @Override
    protected LiteralArgumentBuilder<S> getThis() {
        return this;
    }

    public LiteralCommandNode<S> build() {
        return new LiteralCommandNode<>(name, requirement, command, argument.buildArgument());
    }
}
