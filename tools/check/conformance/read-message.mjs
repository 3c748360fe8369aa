import { isObject, parseObject } from './parse-object.mjs';

const ERROR_CODES = ['BAD_REQUEST', 'NOT_FOUND', 'RATE_LIMITED', 'INTERNAL_ERROR'];

/**
 * Reads a message of a server, and reports the rules that it breaks independently of the request.
 * @param {Uint8Array} bytes
 * @returns {{ kind: 'answer' | 'event' | 'garbage', value: any, problems: { detail: string, rules:
 * string[] }[] }} `value`: its JSON object; undefined for garbage
 */
export function readMessage(bytes) {
  const value = parseObject(bytes);
  if (value === undefined) return { kind: 'garbage', value, problems: [garbage(bytes)] };
  const kind = 'event' in value ? 'event' : 'answer';
  const problems = kind === 'event' ? problemsOfEvent(value) : problemsOfAnswer(value);
  return { kind, value, problems };
}

function garbage(bytes) {
  const text = Buffer.from(bytes).toString('utf8', 0, 60);
  return {
    detail: `not a JSON object in UTF-8: ${JSON.stringify(text)}`,
    rules: ['W-PACKET-1', 'F-CHANNEL-3', 'C-PKT-1'],
  };
}

function problemsOfEvent(value) {
  const problems = [];
  const expect = (isMet, detail, ...rules) => isMet || problems.push({ detail, rules });
  expect(typeof value.event === 'string', 'event is not a string', 'W-PUSH-1', 'P-GAME-1');
  expect(isObject(value.payload), 'payload of an event is not an object', 'W-PUSH-1', 'P-GAME-1');
  expect(!('id' in value) && !('ok' in value), 'an event with id or ok', 'W-PUSH-2', 'P-GAME-1');
  return problems;
}

function problemsOfAnswer(value) {
  const problems = [];
  const expect = (isMet, detail, ...rules) => isMet || problems.push({ detail, rules });
  const { id, ok, error, message } = value;
  const idRules = ok === true ? ['W-OK-1'] : ['W-ERR-1'];
  expect(typeof id === 'string', 'id is not a string', 'W-REQ-2', ...idRules);
  expect(typeof ok === 'boolean', `ok is ${JSON.stringify(ok)}`, 'W-OK-2', 'W-ERR-2');
  if (ok === true) {
    expect(isObject(value.payload), 'payload is not an object', 'W-OK-3');
    expect(!('error' in value), 'a success with an error', 'W-OK-2');
  } else {
    expect(ERROR_CODES.includes(error), `error is ${JSON.stringify(error)}`, 'W-ERR-3');
    const isText = message === undefined || typeof message === 'string';
    expect(isText, 'message is not a string', 'W-ERR-4', 'E-MESSAGE-1');
    expect(
      !(error === 'INTERNAL_ERROR' && 'message' in value),
      'INTERNAL_ERROR with a message',
      'E-INTERNAL-2',
    );
  }
  return problems;
}
