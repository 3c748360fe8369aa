import type { RedisCommands } from '../../shared/redis/redis-commands.ts';
import { oneProcess } from '../../shared/redis/serving-processes.ts';
import type { ProcessCommands } from '../../shared/redis/serving-processes.ts';

/** The commands of one server, which tell its process too. */
export function withProcess<Commands extends RedisCommands>(commands: Commands): Commands & ProcessCommands {
  return Object.assign(commands, { processes: async () => oneProcess(await commands.runId()) });
}
