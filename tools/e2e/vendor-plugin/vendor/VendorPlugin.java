package vendor;

/** Has the id of a mod's vendor's plugin, and does nothing. */
public final class VendorPlugin {
}
