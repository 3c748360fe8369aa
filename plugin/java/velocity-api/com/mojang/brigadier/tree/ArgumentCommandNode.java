package com.mojang.brigadier.tree;

/** An argument. */
public class ArgumentCommandNode<S, T> extends CommandNode<S> {
    private ArgumentCommandNode() {
    }

    @Override
    public native String getName();
}
