package com.mojang.brigadier.tree;

import java.util.Collection;

/** A node of a command tree. */
public abstract class CommandNode<S> {
    CommandNode() {
    }

    public abstract String getName();

    public native Collection<CommandNode<S>> getChildren();
}
