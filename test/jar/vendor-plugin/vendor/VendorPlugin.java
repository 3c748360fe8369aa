package vendor;

/** A plugin with the id of a mod vendor's plugin, which does nothing. */
public final class VendorPlugin {}
