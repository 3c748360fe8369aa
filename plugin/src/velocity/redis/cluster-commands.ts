import type { ServingProcesses } from '../../../../shared/redis/loss/serving-processes.ts';
import { RedisError } from '../../../../shared/redis/redis-error.ts';
import type { Executor } from '../../../types/jdk.ts';
import { LettuceCommands } from './lettuce-commands.ts';
import type { CommandGate } from './lettuce-asked.ts';
import type { LettuceCluster } from './lettuce-cluster.ts';
import { addressOf } from './masters.ts';
import type { Masters } from './masters.ts';

/**
 * Lets every command through. A circuit for the whole cluster would refuse commands to masters that answer as another does not; Lettuce refuses those to that one as soon as
 * it is disconnected.
 */
const OPEN_GATE: CommandGate = { run: (command) => command() };

/** The Redis ports over a cluster. Lettuce finds the master of a key; what names none is sent to all masters. */
export function createClusterCommands(
  cluster: LettuceCluster,
  masters: Masters,
  executor: Executor,
): LettuceCommands {
  /** What one of them does not say would seem not to be there. @returns by address what they said */
  const ask = async <T>(command: (master: LettuceCommands) => Promise<T>): Promise<Map<string, T>> => {
    if (!masters.isWhole) throw new RedisError('unreachable', 'Not every master is connected');
    const asked = masters.all().map(async ({ node, connection }) => {
      const server = { commands: () => connection.commands };
      return [addressOf(node), await command(new LettuceCommands(server, OPEN_GATE, executor))] as const;
    });
    return new Map(await Promise.all(asked));
  };
  const routed = new LettuceCommands({ commands: () => cluster.commands }, OPEN_GATE, executor);
  return Object.assign(routed, {
    keysStartingWith: async (prefix: string): Promise<readonly string[]> => {
      const found = await ask((master) => master.keysStartingWith(prefix));
      return [...new Set([...found.values()].flat())];
    },
    processes: async (): Promise<ServingProcesses> => {
      const processes = await ask((master) => master.processes());
      return {
        ids: [...processes.values()].flatMap(({ ids }) => ids),
        of: (key) => {
          const process = processes.get(addressOf(cluster.ownerOf(key)));
          if (process === undefined)
            throw new RedisError('unreachable', 'The master of the key is not known');
          return process.of(key);
        },
      };
    },
  });
}
