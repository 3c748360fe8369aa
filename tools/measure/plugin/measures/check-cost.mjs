import { join } from 'node:path';
import { ExplainedError } from '../../../terminal/explained-error.mjs';
import { runProgram } from '../../../processes/program.mjs';

const ROUNDS = { thorough: 15, quick: 1 };

/**
 * Measures the same check in the script and in Java, alternately, in one JVM.
 * @type {import('../suite.mjs').Measure}
 */
export async function measureCheckCost({ build, env, quick }) {
  const rounds = quick ? ROUNDS.quick : ROUNDS.thorough;
  const java = join(env['JAVA_HOME'], 'bin', 'java');
  const args = ['-Xmx512m', '-cp', build.checkClassPath, 'io.github.featurecontrol.CheckCost'];
  const { problem, output } = await runProgram(java, [...args, build.libraries, String(rounds)]);
  if (problem !== undefined) throw new ExplainedError(`CheckCost ${problem}:\n${output.trim()}`);
  const { scriptNanos, javaNanos } = JSON.parse(output.trim().split('\n').at(-1));
  return [
    {
      name: 'check of 20 features, script ÷ Java with Gson',
      value: scriptNanos / javaNanos,
      unit: '×',
    },
    { name: '… in the script', value: scriptNanos / 1000, unit: 'µs' },
    { name: '… in Java with Gson', value: javaNanos / 1000, unit: 'µs' },
  ];
}
