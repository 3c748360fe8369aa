/**
 * Measures the cost of some work for a Redis, by `INFO` before and after it.
 * @typedef {object} Cost
 * @property {number} cpuMicros of the whole process, user and system together
 * @property {number} sentBytes
 * @property {number} commands number of executed commands
 *
 * @param {import('ioredis').Redis} redis
 * @param {() => Promise<unknown>} work
 * @returns {Promise<Cost>}
 */
export async function costOf(redis, work) {
  const before = await readTotals(redis);
  await work();
  const after = await readTotals(redis);
  return {
    cpuMicros: after.cpuMicros - before.cpuMicros,
    sentBytes: after.sentBytes - before.sentBytes,
    commands: after.commands - before.commands,
  };
}

/** @returns {Promise<number>} bytes that Redis has allocated for data, clients and itself */
export async function usedMemory(redis) {
  return numberOf(await redis.info('memory'), 'used_memory');
}

async function readTotals(redis) {
  const [cpu, stats] = [await redis.info('cpu'), await redis.info('stats')];
  const seconds = numberOf(cpu, 'used_cpu_user') + numberOf(cpu, 'used_cpu_sys');
  return {
    cpuMicros: seconds * 1e6,
    sentBytes: numberOf(stats, 'total_net_output_bytes'),
    commands: numberOf(stats, 'total_commands_processed'),
  };
}

function numberOf(info, name) {
  const match = new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info);
  if (match === null) throw new Error(`Redis reports no ${name}`);
  return Number(match[1]);
}
