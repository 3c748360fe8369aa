import { parseObject } from './parse-object.mjs';

/** The maximum size of a client's plugin message in Minecraft, in bytes. */
const MAX_PACKET_BYTES = 32_767;
/** The maximum length counts code points, as in JSON Schema. */
const isText = (value, maxLength) =>
  typeof value === 'string' && value !== '' && [...value].length <= maxLength;

/**
 * Reads a packet of a mod, and reports the rules that it breaks.
 * @param {Uint8Array} bytes
 * @returns {{ request: any, problems: { detail: string, rules: string[] }[] }} `request`: the packet's JSON
 */
export function readRequest(bytes) {
  const problems = [];
  const expect = (isMet, detail, ...rules) => isMet || problems.push({ detail, rules });
  expect(bytes.length <= MAX_PACKET_BYTES, `${bytes.length} bytes`, 'C-PKT-2');
  const request = parseObject(bytes);
  if (request === undefined) {
    expect(false, describe(bytes), 'W-PACKET-1', 'F-CHANNEL-3', 'C-PKT-1');
    return { request, problems };
  }
  expect(isText(request.id, 128), `id is ${shorten(request.id)}`, 'W-REQ-1', 'C-ID-1');
  expect(isText(request.method, 128), `method is ${shorten(request.method)}`, 'W-REQ-3');
  const { payload = {} } = request;
  const isObject = typeof payload === 'object' && !Array.isArray(payload);
  expect(isObject, `payload is ${shorten(payload)}`, 'W-REQ-5');
  if (request.method === 'checkFeatures' && isObject) {
    const { client, features } = payload ?? {};
    expect(isText(client, 128), `client is ${shorten(client)}`, 'F-CHECK-1');
    const areTexts = Array.isArray(features) && features.every((name) => isText(name, 256));
    expect(areTexts, `features is ${shorten(features)}`, 'F-CHECK-4');
  }
  return { request, problems };
}

function describe(bytes) {
  const brace = Buffer.from(bytes).indexOf('{');
  const isPrefixed = brace > 0 && brace <= 5;
  return isPrefixed
    ? `${brace} bytes precede the JSON: no length prefix is allowed`
    : 'not a JSON object in UTF-8';
}

function shorten(value) {
  return (JSON.stringify(value) ?? 'missing').slice(0, 60);
}
