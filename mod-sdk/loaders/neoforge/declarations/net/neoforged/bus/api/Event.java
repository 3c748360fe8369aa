package net.neoforged.bus.api;

/**
 * Source: neoforged/Bus, src/main/java/net/neoforged/bus/api/Event.java, tags 7.2 (a6fe11b) and 8.0
 * (574aabf).
 */
public abstract class Event {}
