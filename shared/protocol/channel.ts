/** The name part of the plugin channel `service:feature-control` (section 4.2). */
export const CHANNEL_NAME = 'feature-control';

/** The namespace part in the specification. Operators may configure another (G19). */
export const DEFAULT_CHANNEL_NAMESPACE = 'service';

/** Maximum packet size in bytes of UTF-8: what a vanilla client can send (G13). */
export const MAX_PACKET_BYTES = 32_767;

/**
 * Maximum nesting of arrays and objects in a packet. A request needs three levels. Deeper packets are
 * rejected before parsing, which would cost the interpreter hundreds of times as much as a normal request
 * (G36).
 */
export const MAX_NESTING = 32;
