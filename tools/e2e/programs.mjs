import { ExplainedError } from '../terminal/explained-error.mjs';
import { startService } from '../processes/service.mjs';

const START_TIMEOUT_MS = 120_000;
const GRACE_MS = 15_000;
const LAST_LINES = 20;

/**
 * Programs and servers that end together, the last first.
 * @typedef {object} Programs
 * @property {(spec: Omit<import('../processes/service.mjs').ServiceSpec, 'timeoutMs' | 'graceMs' | 'onLine'>)
 * => Promise<string[]>} run starts a program, waits until it is ready, and returns the lines that it prints:
 * more follow
 * @property {(end: () => Promise<void>) => void} endLater
 * @property {() => Promise<void>} end ends all, also what is being started
 *
 * @returns {Programs}
 */
export function createPrograms() {
  const ends = [];
  let ended = false;

  function endLater(end) {
    ends.push(end);
  }

  async function run(spec) {
    if (ended) throw new ExplainedError(`the ${spec.name} is not started any more`);
    const lines = [];
    const limits = { timeoutMs: START_TIMEOUT_MS, graceMs: GRACE_MS };
    const service = startService({ ...spec, ...limits, onLine: (line) => lines.push(line) });
    endLater(() => service.stop());
    try {
      await service.ready;
    } catch (error) {
      throw new ExplainedError([error.message, ...lines.slice(-LAST_LINES)].join('\n'), { cause: error });
    }
    return lines;
  }

  async function end() {
    ended = true;
    while (ends.length > 0) await ends.pop()();
  }

  return { run, endLater, end };
}
