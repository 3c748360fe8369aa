/**
 * The error codes of section 7.2.
 * - `BAD_REQUEST`: the packet is not JSON, `id` or `method` is missing, or the `payload` is invalid for the
 *   method.
 * - `NOT_FOUND`: no method has the given name.
 * - `RATE_LIMITED`: the request limit was exceeded; the request is ignored.
 * - `INTERNAL_ERROR`: an unexpected server error, whose details are not disclosed.
 */
export const ERROR_CODES = ['BAD_REQUEST', 'NOT_FOUND', 'RATE_LIMITED', 'INTERNAL_ERROR'] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];
