package net.neoforged.neoforge.network.registration;

/**
 * Source: neoforged/NeoForge,
 * src/main/java/net/neoforged/neoforge/network/registration/RegistrationFailedException.java, branch 1.20.4
 * (8ef74db).
 */
public class RegistrationFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
}
