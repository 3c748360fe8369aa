import { startProgram } from '../../processes/program.mjs';
import { ExplainedError } from '../../terminal/explained-error.mjs';

const START_TIMEOUT_MS = 120_000;
const GRACE_MS = 15_000;
const LAST_LINES = 20;

/**
 * Programs and servers that are ended together, in reverse order.
 * @typedef {import('../../processes/program.mjs').ProgramSpec} ServiceSpec
 *
 * @typedef {object} Programs
 * @property {(spec: Omit<ServiceSpec, 'timeoutMs' | 'graceMs' | 'onLine'>) => Promise<string[]>} run starts
 * a program, waits until it is ready, and returns an array to which its lines are added
 * @property {(end: () => Promise<void>) => void} onEnd registers a function that `end` calls
 * @property {() => Promise<void>} end ends everything, including programs that are still starting
 *
 * @returns {Programs}
 */
export function createPrograms() {
  const ends = [];
  let ended = false;

  function onEnd(end) {
    ends.push(end);
  }

  async function run(spec) {
    if (ended) throw new ExplainedError(`the ${spec.name} was not started, as everything is stopping`);
    const lines = [];
    const limits = { timeoutMs: START_TIMEOUT_MS, graceMs: GRACE_MS };
    const service = startProgram({ ...spec, ...limits, onLine: (line) => lines.push(line) });
    onEnd(() => service.stop());
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

  return { run, onEnd, end };
}
