package io.github.featurecontrol.sdk.fabric;

import io.github.featurecontrol.sdk.Transport;
import net.minecraft.class_310;
import net.minecraft.class_642;

/** What every Fabric knows of the connection. */
abstract class FabricTransport implements Transport {
    @Override
    public final String network() {
        class_642 server = class_310.method_1551().method_1558();
        return server == null ? null : server.field_3761;
    }

    @Override
    public final boolean isInGame() {
        return class_310.method_1551().field_1724 != null;
    }
}
