/** Of Node, and of GraalJS with its option `js.text-encoding`; the types of neither are visible here. */
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

const encoder = new TextEncoder();

/** Encodes text as UTF-8. A lone surrogate becomes U+FFFD. */
export function encodeUtf8(text: string): Uint8Array {
  return encoder.encode(text);
}
