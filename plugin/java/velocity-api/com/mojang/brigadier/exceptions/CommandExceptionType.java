package com.mojang.brigadier.exceptions;

/** A kind of mistake in a command line. */
public interface CommandExceptionType {
}
