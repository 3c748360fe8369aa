package net.minecraft;

public class class_2960 {
    private final String text;

    private class_2960(String text) {
        this.text = text;
    }

    public static class_2960 method_12829(String text) {
        return text.matches("[a-z0-9_.-]+:[a-z0-9_./-]+") ? new class_2960(text) : null;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof class_2960 && ((class_2960) other).text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
