import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { ModChecker } from '../../tools/check/conformance/check-mod.mjs';
import { rulesFor } from '../../tools/check/conformance/rules.mjs';

const WINDOW_MS = 10_000;
const STEP_MS = 50;
const MAX_MS = 200_000;
const PLAYER = { name: 'Player1', uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5' };

/**
 * Tests a mod with the library, which runs in a JVM.
 * @param {boolean} hasSubscribe whether the server has the method `subscribe`
 * @param {string} java path of the program
 * @param {readonly string[]} args of `java`, which start `TestedMod`
 * @returns {Promise<import('../../tools/check/conformance/rule-results.mjs').RuleResult[]>}
 */
export async function checkLibrary(hasSubscribe, java, args) {
  const library = spawn(java, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: library.stdout })[Symbol.asyncIterator]();
  const checker = new ModChecker({ windowMs: WINDOW_MS, player: PLAYER, hasSubscribe });
  /** Writes a line to the library. @returns {Promise<Buffer[]>} the messages that it sends in response */
  async function write(line) {
    library.stdin.write(`${line}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error('the library has ended');
    return value === '' ? [] : value.split(' ').map((packet) => Buffer.from(packet, 'base64'));
  }
  let nowMs = 0;
  for (; nowMs < Math.min(MAX_MS, checker.endsAt ?? Infinity); nowMs += STEP_MS) {
    if (nowMs >= 1000) checker.announced(nowMs);
    if (nowMs >= 2000) checker.joined(nowMs);
    if (nowMs === 1000) await write('announce');
    if (nowMs === 2000) await write('join');
    for (const packet of await write(`tick ${nowMs}`))
      for (const answer of checker.received(packet, nowMs))
        await write(`receive ${answer.toString('base64')}`);
  }
  checker.ended(undefined, nowMs);
  library.stdin.end();
  return checker.results.toList(rulesFor('mod'));
}
