package com.mojang.brigadier.tree;

/** A node of a command tree. */
public abstract class CommandNode<S> {

    CommandNode() {}

    public abstract String getName();
}
