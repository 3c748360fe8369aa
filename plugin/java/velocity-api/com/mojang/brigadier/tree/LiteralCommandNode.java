package com.mojang.brigadier.tree;

/** A fixed word. */
public class LiteralCommandNode<S> extends CommandNode<S> {
    private LiteralCommandNode() {
    }

    public native String getLiteral();

    @Override
    public native String getName();
}
