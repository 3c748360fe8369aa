package net.neoforged.bus.api;

/** Read in neoforged/Bus, src/main/java/net/neoforged/bus/api/Event.java. */
public abstract class Event {}
