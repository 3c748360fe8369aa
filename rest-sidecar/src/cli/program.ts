import { Command, CommanderError } from 'commander';
import { RedisError } from '../../../shared/redis/redis-error.ts';
import type { Surroundings } from './surroundings.ts';
import { Failure } from './surroundings.ts';
import { migrateCommand } from './migrate/migrate-command.ts';
import { tokenCommand } from './token-command.ts';

/** The project's command line. */
export interface Program {
  /** @returns the exit code: 0 done, 1 failed, 2 not understood */
  run(args: readonly string[]): Promise<number>;
}

const ENVIRONMENT = `
Environment:
  REDIS_URL      where Redis is, with user and password where needed (redis://127.0.0.1:6379)
  REDIS_CA_FILE  with TLS, a PEM file of the authorities to trust, if not public
  KEY_PREFIX     what all keys begin with (fc:)

Exit codes: 0 done, 1 failed, 2 not understood`;

export function createProgram(surroundings: Surroundings): Program {
  const { out, err } = surroundings;
  const program = new Command('feature-control')
    .description(
      "Manages what the plugin and the sidecar keep in Redis, where the game's commands do not reach.",
    )
    .addHelpText('after', ENVIRONMENT)
    .addCommand(tokenCommand(surroundings))
    .addCommand(migrateCommand(surroundings));
  for (const command of withSubcommands(program)) {
    command
      .exitOverride()
      .configureOutput({ writeOut: inLines(out), writeErr: inLines(err) })
      .showHelpAfterError('(see --help)');
  }
  return {
    async run(args) {
      try {
        await program.parseAsync(args, { from: 'user' });
        return 0;
      } catch (cause) {
        return exitCodeOf(cause, err);
      }
    },
  };
}

function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

/** Commander hands over whole texts. Line breaks in what it repeats of the arguments are lines then, too. */
function inLines(print: (line: string) => void): (text: string) => void {
  return (text) => {
    text.replace(/\n$/, '').split('\n').forEach(print);
  };
}

/** Commander says by itself what it did not understand, and "fails" after `--help` as well. @throws what is a bug */
function exitCodeOf(cause: unknown, err: (text: string) => void): number {
  if (cause instanceof CommanderError) return cause.exitCode === 0 ? 0 : 2;
  if (cause instanceof Failure || cause instanceof RedisError) {
    err(`feature-control: ${cause.message}`);
    return 1;
  }
  throw cause;
}
