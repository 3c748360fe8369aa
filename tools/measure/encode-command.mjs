/**
 * @param {string[]} words
 * @returns {string} the command in Redis's protocol
 */
export function encodeCommand(words) {
  return `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;
}
