/** @param {string[]} words @returns {string} the command as Redis reads it */
function encodeCommand(words) {
  return `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;
}

module.exports = { encodeCommand };
