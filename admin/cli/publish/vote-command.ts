import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { orRedisError } from '../../../node/redis/redis-replies.ts';
import { parseStored } from '../../../shared/rest/parse-stored.ts';
import { validators } from '../../../shared/rest/validators.js';
import type { CommandContext } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import { withRedisForWrites } from '../connected-context.ts';
import type { ConnectedContext } from '../connected-context.ts';
import { didYouMean } from '../did-you-mean.ts';
import { count, printJson } from '../output.ts';
import type { JsonOption } from '../output.ts';

/** Adds `feature-control vote <voting> <candidate>`, which adds votes for a candidate. */
export function addVoteCommand(program: Command, context: CommandContext): void {
  program
    .command('vote')
    .description('Adds votes for a candidate of a voting.')
    .argument('<voting>', 'the identifier of the voting')
    .argument('<candidate>', 'the identifier of one of its candidates')
    .option('--count <number>', 'how many votes', parseCount, 1)
    .option('--json', 'print JSON, for programs')
    .addHelpText('after', '\nExample:\n  feature-control vote next-map ice --count 3')
    .action(async (voting: string, candidate: string, options: JsonOption & { count: number }) => {
      const votes = await withRedisForWrites(context, async (connected) => {
        const { redis, keys } = connected;
        await assertCandidate(connected, voting, candidate);
        return await orRedisError(redis.hincrby(keys.voteCountsOf(voting), candidate, options.count));
      });
      if (options.json === true) printJson(context, { voting, candidate, votes });
      else context.out(`${candidate} has ${count(votes, 'vote')} in ${voting}.`, 'green');
    });
}

function parseCount(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1 to 999999.');
}

/** @throws {CommandError} if the voting does not exist, is invalid, or does not have the candidate */
async function assertCandidate(
  { redis, keys }: ConnectedContext,
  voting: string,
  candidate: string,
): Promise<void> {
  const text = await orRedisError(redis.get(keys.votingOf(voting)));
  if (text === null) throw new CommandError(`there is no voting ${voting}`);
  const stored = parseStored(text, validators.voting);
  if (!stored.ok) throw new CommandError(`the voting ${voting} cannot be served: ${stored.problem}`);
  const ids = stored.value.candidates.map(({ id }) => id);
  if (ids.includes(candidate)) return;
  const hint = didYouMean(candidate, ids, 'its candidates');
  throw new CommandError(`the voting ${voting} has no candidate ${candidate}: ${hint}`);
}
