/** Strict: invalid UTF-8 is an error, and a byte order mark is a character. */
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * @param {Uint8Array} bytes
 * @returns {any} the JSON object in the bytes; undefined if they are not one JSON object in UTF-8
 */
export function parseObject(bytes) {
  try {
    const value = JSON.parse(UTF_8.decode(bytes));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** @returns {boolean} */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
