package com.velocitypowered.api.proxy.messages;

/** A channel with an arbitrary name, as in clients before 1.13. */
public final class LegacyChannelIdentifier implements ChannelIdentifier {
    private final String name;

    public LegacyChannelIdentifier(String name) {
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("the name is empty");
        }
        this.name = name;
    }

    public String getName() {
        return name;
    }

    @Override
    public String getId() {
        return name;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LegacyChannelIdentifier that && name.equals(that.name);
    }

    @Override
    public int hashCode() {
        return name.hashCode();
    }

    @Override
    public String toString() {
        return name + " (legacy)";
    }
}
