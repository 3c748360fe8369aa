import { Argument } from 'commander';
import type { Command } from 'commander';
import { orRedisError } from '../../../node/redis/redis-replies.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import { withRedisForWrites } from '../connected-context.ts';
import { printJson } from '../output.ts';
import type { JsonOption } from '../output.ts';
import { PUBLISHED_TYPES } from './published-types.ts';

/** Adds `feature-control unpublish <type> <id>`, which deletes a record and, for a voting, its votes. */
export function addUnpublishCommand(program: Command, context: CommandContext): void {
  const types = PUBLISHED_TYPES.filter(({ prefixOf }) => prefixOf !== undefined);
  const names = types.map(({ name }) => name);
  program
    .command('unpublish')
    .description('Deletes a server, an event or a voting, and the votes of a voting.')
    .addArgument(new Argument('<type>', 'the type of the record').choices(names))
    .argument('<id>', 'its identifier')
    .option('--json', 'print JSON, for programs')
    .addHelpText('after', '\nExample:\n  feature-control unpublish event double-coins')
    .action(async (typeName: string, id: string, { json = false }: JsonOption) => {
      const type = types.find(({ name }) => name === typeName);
      const deleted = await withRedisForWrites(context, async ({ redis, keys }) => {
        const records = await orRedisError(redis.del(`${type?.prefixOf?.(keys) ?? ''}${id}`));
        if (typeName !== 'voting') return records;
        // The votes of a voting that has expired are still there.
        return records + (await orRedisError(redis.del(keys.voteCountsOf(id))));
      });
      if (json) printJson(context, { type: typeName, id, deleted: deleted > 0 });
      if (deleted === 0) throw new CommandError(`there is no ${typeName} ${id}`);
      if (!json) context.out(`Deleted the ${typeName} ${id}.`, 'green');
    });
}
