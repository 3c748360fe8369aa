package net.neoforged.neoforge.network.registration;

public class RegistrationFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RegistrationFailedException(String reason) {
        super(reason);
    }
}
