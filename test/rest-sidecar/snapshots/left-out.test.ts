import { describe, expect, it } from '@jest/globals';
import { LineLogger } from '../../../rest-sidecar/src/platform/line-logger.ts';
import { LeftOut } from '../../../rest-sidecar/src/snapshots/left-out.ts';
import { parseStored } from '../../../rest-sidecar/src/snapshots/parse-stored.ts';
import { validators } from '../../../shared/rest/validators.js';
import { RecordingLogger } from '../../support/fakes/recording-logger.ts';

describe('what is left out', () => {
  it('is counted, and logged once until it is good again [G26]', () => {
    const logger = new RecordingLogger();
    const leftOut = new LeftOut(logger);
    leftOut.add('key', 'a', 'It is not JSON.');
    leftOut.add('key', 'a', 'It is not JSON.');
    leftOut.add('other', 'b', 'It is not JSON.');
    expect(leftOut.count).toBe(2);
    leftOut.remove('key', 'a');
    leftOut.remove('other', 'b');
    expect(leftOut.count).toBe(0);
    leftOut.add('key', 'a', 'server is missing.');
    expect(logger.at('warn')).toEqual([
      '"key", "a" is left out: It is not JSON.',
      '"other", "b" is left out: It is not JSON.',
      '"key", "a" is left out: server is missing.',
    ]);
  });

  it('fills no log: a key with very many has few lines, and each is one line', () => {
    const lines: string[] = [];
    const leftOut = new LeftOut(new LineLogger((line) => lines.push(line), 'warn'));
    for (let index = 0; index < 1000; index++)
      leftOut.add('key', `${index}\n${'x'.repeat(500)}`, 'It is not JSON.');
    expect(leftOut.count).toBe(1000);
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toContain('WARN More values of "key" are left out\n');
    expect(lines.every((line) => line.length < 250 && line.indexOf('\n') === line.length - 1)).toBe(true);
  });
});

/** @param levels of arrays and objects, the record itself included */
const nested = (levels: number): string =>
  `{"displayName":"x","deep":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

describe('parseStored', () => {
  it.each([
    nested(1000),
    nested(500).replace('[]', '[{"__proto__":[]}]'),
    '{"displayName":"x","a":1.7976931348623157e308,"b":1e-999,"c":-0,"d":null,"e":"1e999"}',
  ])('takes %.60s, so that it is served as it is [G32, G57]', (text) => {
    const stored = parseStored(text, validators.storedServer);
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
  ])('says why it leaves out %.60s [G26, G32, G57]', (text, reason) => {
    expect(parseStored(text, validators.storedServer)).toEqual({ ok: false, reason });
  });
});
