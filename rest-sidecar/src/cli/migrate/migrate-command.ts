import { Command, Option } from 'commander';
import type { Surroundings } from '../surroundings.ts';
import { migrate } from './migrate.ts';

/** `feature-control migrate`: from version 1 of the Redis contract to version 2. */
export function migrateCommand(surroundings: Surroundings): Command {
  return new Command('migrate')
    .summary('Copies servers, events and votings to version 2 of the Redis contract.')
    .description(
      'Copies servers, events and votings from version 1 of the Redis contract (a hash for each kind) to version 2 (a key for each record).\n' +
        'Without --apply it writes nothing, and prints what it would do. It never overwrites a key, and leaves the hashes as they are.',
    )
    .option('--apply', 'write the records')
    .addOption(new Option('--dry-run', 'write nothing (default)').conflicts('apply'))
    .option('--json', 'print JSON, for programs')
    .action(async ({ apply = false, json = false }: { apply?: boolean; json?: boolean }) => {
      await migrate(surroundings, { isDryRun: !apply, asJson: json });
    });
}
