/**
 * The same text in one piece, for what is kept. What `JSON.stringify` makes is put together from pieces, each of which would be kept for itself: seven
 * objects that garbage collection looks at, in place of one. Texts of JSON have no half characters, which would not come through.
 */
export function flatText(json: string): string {
  return Buffer.from(json).toString();
}
