import { describe, expect, it } from '@jest/globals';
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
    const logger = new RecordingLogger();
    const leftOut = new LeftOut(logger);
    for (let index = 0; index < 1000; index++)
      leftOut.add('key', `${index}\n${'x'.repeat(500)}`, 'It is not JSON.');
    expect(leftOut.count).toBe(1000);
    expect(logger.at('warn')).toHaveLength(21);
    expect(logger.at('warn').at(-1)).toBe('More values of "key" are left out');
    expect(logger.at('warn').every((line) => line.length < 200 && !line.includes('\n'))).toBe(true);
  });
});

describe('parseStored', () => {
  it.each([
    ['{', 'It is not JSON.'],
    ['', 'It is not JSON.'],
    ['[]', 'It must be an object.'],
    ['null', 'It must be an object.'],
    ['{"displayName":7}', 'displayName must be a string.'],
    ['{}', 'displayName is missing.'],
    ['{"__proto__":{"displayName":"x"}}', 'displayName is missing.'],
    [`{"displayName":"x","deep":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 'It is not JSON.'],
  ])('says why it leaves out %.60s [G26]', (text, reason) => {
    expect(parseStored(text, validators.storedServer)).toEqual({ ok: false, reason });
  });
});
