/** The name part of the plugin channel `service:feature-control` (section 4.2). */
export const CHANNEL_NAME = 'feature-control';

/** The namespace part that the specification writes; an operator may configure another (G19). */
export const DEFAULT_CHANNEL_NAMESPACE = 'service';

/** The largest packet that is read, in bytes of UTF-8: what a vanilla client can send (G13). */
export const MAX_PACKET_BYTES = 32_767;

/**
 * How many arrays and objects of a packet may stand in one another. A request needs three; deeper packets are
 * refused unread, as parsing them costs the interpreter hundreds of times what a request does (G36).
 */
export const MAX_NESTING = 32;
