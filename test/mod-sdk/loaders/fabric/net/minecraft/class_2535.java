package net.minecraft;

public class class_2535 {
    private final boolean isLocal;
    public boolean isOpen = true;

    public class_2535(boolean isLocal) {
        this.isLocal = isLocal;
    }

    public boolean method_10756() {
        return isLocal;
    }

    public boolean method_10758() {
        return isOpen;
    }
}
