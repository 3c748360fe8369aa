import { describe, expect, it } from '@jest/globals';
import { parseStored } from '../../../shared/rest/parse-stored.ts';
import { validators } from '../../../shared/rest/validators.js';

/** @param levels the nesting depth of arrays and objects, including the record itself */
const nested = (levels: number): string =>
  `{"displayName":"x","deep":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

describe('parseStored', () => {
  it.each([
    nested(1000),
    nested(500).replace('[]', '[{"__proto__":[]}]'),
    String.raw`{"displayName":"\ud83d\ude00","\ud83d\ude00":["😀\u0000"]}`,
    '{"displayName":"x","a":1.7976931348623157e308,"b":1e-999,"c":-0,"d":null,"e":"1e999"}',
  ])('accepts %.60s, which is served unchanged [G32, G57, G77]', (text) => {
    const stored = parseStored(text, validators.server);
    expect(stored).toEqual({ ok: true, value: JSON.parse(text) as unknown });
    if (stored.ok)
      expect(JSON.parse(JSON.stringify(stored.value))).toEqual(JSON.parse(text.replace('-0', '0')));
  });

  it.each([
    ['{', 'It is not JSON.'],
    ['', 'It is not JSON.'],
    ['[]', 'It must be an object.'],
    ['null', 'It must be an object.'],
    ['{"displayName":7}', 'displayName must be a string.'],
    ['{}', 'displayName is missing.'],
    ['{"__proto__":{"displayName":"x"}}', 'displayName is missing.'],
    [nested(200_000), 'It is nested deeper than 1000 levels.'],
    [nested(1001), 'It is nested deeper than 1000 levels.'],
    [`${nested(3)}}`, 'It is not JSON.'],
    ['{"displayName":"x","far":1e999}', 'It holds a number beyond the range of a double.'],
    ['{"displayName":"x","far":{"er":[1,-1e309]}}', 'It holds a number beyond the range of a double.'],
    [`{"displayName":"x","far":${'9'.repeat(310)}}`, 'It holds a number beyond the range of a double.'],
    [String.raw`{"displayName":"\ud800"}`, 'It holds a lone surrogate.'],
    [String.raw`{"displayName":"x","far":{"er":["\ude00\ud83d"]}}`, 'It holds a lone surrogate.'],
    [String.raw`{"displayName":"x","far":[{"\udfff":1}]}`, 'It holds a lone surrogate.'],
  ])('returns why it rejects %.60s [G26, G32, G57, G77]', (text, reason) => {
    expect(parseStored(text, validators.server)).toEqual({ ok: false, problem: reason });
  });
});
