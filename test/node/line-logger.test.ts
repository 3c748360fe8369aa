import { describe, expect, it } from '@jest/globals';
import { assert, property, string } from 'fast-check';
import { createLineLogger } from '../../node/line-logger.ts';
import type { LineLoggerOptions } from '../../node/line-logger.ts';
import { anyCharacter } from '../support/any-character.ts';

const HOSTILE = 'a\nb\r\u001b[31m\u007f\u0085\u009b2J\u2028\u2029\u202e\u2066\u200b\ufeff§c';
const ESCAPED = String.raw`a\u000ab\u000d\u001b[31m\u007f\u0085\u009b2J\u2028\u2029\u202e\u2066\u200b\ufeff\u00a7c`;

describe('the log', () => {
  const create = (options: Partial<LineLoggerOptions> = {}) => {
    const lines: string[] = [];
    const settings = { logLevel: 'info', logFormat: 'text', program: 'sidecar', isTimed: false } as const;
    return { lines, logger: createLineLogger((line) => lines.push(line), { ...settings, ...options }) };
  };

  it('escapes unprintable characters of messages, and ends each line', () => {
    const { lines, logger } = create();
    logger.info(HOSTILE);
    logger.warn(HOSTILE);
    logger.error(HOSTILE, HOSTILE);
    const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;
    const text = ESCAPED.replace(/[\\[]/g, String.raw`\$&`);
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^${time} INFO ${text}\\n$`)),
      expect.stringMatching(new RegExp(`^${time} WARN ${text}\\n$`)),
      expect.stringMatching(new RegExp(`^${time} ERROR ${text}: ${text}\\n$`)),
    ]);
  });

  it('logs the stack of an error, and any other thrown value in one line', () => {
    const { lines, logger } = create();
    logger.error('failed', new Error(HOSTILE));
    expect(lines[0]).toContain(`failed: Error: ${ESCAPED}\n    at `);
    logger.error('failed', { [HOSTILE]: [1, { two: 'x'.repeat(100) }], ['y'.repeat(100)]: {} });
    expect(lines[1]?.trimEnd()).not.toMatch(/\p{C}/u);
  });

  it('writes one JSON object per line, whatever its message and its cause contain', () => {
    const text = string({ unit: anyCharacter });
    const check = property(text, text, (message, cause) => {
      const { lines, logger } = create({ logFormat: 'json' });
      logger.warn(message);
      logger.error(message, new Error(cause));
      for (const line of lines) expect(line).toMatch(/^[^\p{Cc}\p{Cf}\p{Cs}]+\n$/u);
      const [warning, error] = lines.map((line) => JSON.parse(line) as Record<string, string>);
      expect(warning).toStrictEqual({
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        level: 'warn',
        message: expect.not.stringMatching(/[\p{Cc}\p{Cf}\p{Cs}]/u),
        program: 'sidecar',
      });
      expect(error?.['message']).toBe(warning?.['message']);
      expect(error?.['error']).toMatch(/^Error(?:: .*)?\n {4}at .*\.ts:/);
    });
    assert(check);
  });

  it.each(['text', 'json'] as const)('has no time in the format %s if its reader adds it', (logFormat) => {
    const { lines, logger } = create({ logFormat, isTimed: true });
    logger.info('a');
    const line = { text: 'INFO a\n', json: '{"level":"info","message":"a","program":"sidecar"}\n' };
    expect(lines).toStrictEqual([line[logFormat]]);
  });

  it('writes nothing below its level', () => {
    const { lines, logger } = create();
    logger.debug('unimportant');
    expect(lines).toEqual([]);
  });
});
