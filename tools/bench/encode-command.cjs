/**
 * @param {string[]} words
 * @returns {string} the command in Redis's protocol
 */
function encodeCommand(words) {
  return `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;
}

module.exports = { encodeCommand };
