import { describe, expect, it } from '@jest/globals';
import { createLineLogger } from '../../node/line-logger.ts';

const HOSTILE = 'a\nb\r\u001b[31m\u007f\u0085\u009b2J\u2028\u2029\u202e\u2066\u200b\ufeff§c';
const ESCAPED = String.raw`a\u000ab\u000d\u001b[31m\u007f\u0085\u009b2J\u2028\u2029\u202e\u2066\u200b\ufeff\u00a7c`;

describe('the log', () => {
  const create = () => {
    const lines: string[] = [];
    return { lines, logger: createLineLogger((line) => lines.push(line), 'info') };
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

  it('writes nothing below its level', () => {
    const { lines, logger } = create();
    logger.debug('unimportant');
    expect(lines).toEqual([]);
  });
});
