package com.velocitypowered.api.proxy.messages;

import java.util.regex.Pattern;

/**
 * A channel in the form {@code namespace:name}; its characters are checked (fact 10 in
 * tools/development-proxy/README.md).
 */
public final class MinecraftChannelIdentifier implements ChannelIdentifier {

    private static final Pattern ALLOWED = Pattern.compile("[a-z0-9/\\-_]*");

    private final String namespace;
    private final String name;

    private MinecraftChannelIdentifier(String namespace, String name) {
        this.namespace = namespace;
        this.name = name;
    }

    public static MinecraftChannelIdentifier create(String namespace, String name) {
        if (namespace == null || namespace.isEmpty()) {
            throw new IllegalArgumentException("the namespace is empty");
        }
        if (name == null) {
            throw new IllegalArgumentException("the name is missing");
        }
        for (String part : new String[] { namespace, name }) {
            if (!ALLOWED.matcher(part).matches()) {
                throw new IllegalArgumentException(part + " holds characters other than " + ALLOWED);
            }
        }
        return new MinecraftChannelIdentifier(namespace, name);
    }

    public static MinecraftChannelIdentifier from(String identifier) {
        int colon = identifier.indexOf(':');
        if (colon < 0 || colon == identifier.length() - 1) {
            throw new IllegalArgumentException(identifier + " is not of the form namespace:name");
        }
        return create(identifier.substring(0, colon), identifier.substring(colon + 1));
    }

    @Override
    public String getId() {
        return namespace + ":" + name;
    }
}
