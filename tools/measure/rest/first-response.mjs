import { connect } from 'node:net';

/**
 * Sends one request on a new connection, and returns the raw response. The request allows keep-alive.
 * @param {Record<string, string>} [extraHeaders] headers
 * @returns {Promise<{ text: string, headers: Record<string, string>, body: string }>} `text`: the whole
 * response
 */
export async function firstResponse(port, target, extraHeaders = {}) {
  const lines = Object.entries({ Host: 'bench', ...extraHeaders }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const socket = connect(port, '127.0.0.1');
  socket.setEncoding('latin1').write(`GET ${target} HTTP/1.1\r\n${lines.join('')}\r\n`);
  let text = '';
  for await (const chunk of socket) {
    text += chunk;
    if (isComplete(text)) break;
  }
  return parse(text);
}

function isComplete(text) {
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
