import { connect } from 'node:net';

/**
 * The response to one request on a connection of its own, as it comes over the wire. The connection is one
 * that could be kept.
 * @param {Record<string, string>} [more] headers
 * @returns {Promise<{ text: string, headers: Record<string, string>, body: string }>} `text`: all of it
 */
export async function firstResponse(port, target, more = {}) {
  const lines = Object.entries({ Host: 'bench', ...more }).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect(port, '127.0.0.1');
  socket.setEncoding('latin1').write(`GET ${target} HTTP/1.1\r\n${lines.join('')}\r\n`);
  let text = '';
  for await (const piece of socket) {
    text += piece;
    if (isWhole(text)) break;
  }
  return parse(text);
}

function isWhole(text) {
  if (!text.includes('\r\n\r\n')) return false;
  const { headers, body } = parse(text);
  return body.length >= Number(headers['Content-Length'] ?? headers['content-length'] ?? 0);
}

function parse(text) {
  const end = text.indexOf('\r\n\r\n');
  const lines = text.slice(0, end).split('\r\n').slice(1);
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  return { text, headers, body: text.slice(end + 4) };
}
