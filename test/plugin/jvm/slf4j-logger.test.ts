import { describe, expect, it } from '@jest/globals';
import { createLogger } from '../../../plugin/src/jvm/slf4j-logger.ts';

const HOSTILE = 'a\n\u001b[31m\u007f\u0085\u009b2J\u2028\u202e\u200b§c';
const ESCAPED = String.raw`a\u000a\u001b[31m\u007f\u0085\u009b2J\u2028\u202e\u200b\u00a7c`;

describe('the log of the proxy', () => {
  it('receives only escaped text, at every level', () => {
    const lines: string[] = [];
    const write = (line: string): void => void lines.push(line);
    const logger = createLogger({ info: write, warn: write, error: write }, () => 'debug');
    logger.debug(HOSTILE);
    logger.info(HOSTILE);
    logger.warn(HOSTILE);
    logger.error(HOSTILE);
    logger.error('failed', HOSTILE);
    expect(lines).toEqual([`debug: ${ESCAPED}`, ESCAPED, ESCAPED, ESCAPED, `failed: ${ESCAPED}`]);
    logger.error('failed', new Error(HOSTILE));
    expect(lines.at(-1)).toContain(`failed: Error: ${ESCAPED}\n    at `);
  });
});
