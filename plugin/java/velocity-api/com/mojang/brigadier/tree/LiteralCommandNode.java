package com.mojang.brigadier.tree;

/** A fixed word. */
public class LiteralCommandNode<S> extends CommandNode<S> {

    private LiteralCommandNode() {}

    @Override
    public native String getName();
}
