import { Command, CommanderError } from 'commander';
import { RedisError } from '../../../shared/redis/redis-error.ts';
import { addBridgesCommand } from './bridges-command.ts';
import { Failure } from './command-context.ts';
import type { CommandContext } from './command-context.ts';
import { addMigrateCommand } from './migrate-command.ts';
import { addTokenCommand } from './token-command.ts';

const ENVIRONMENT = `
Environment:
  REDIS_URL      where Redis is, with user and password where needed (redis://127.0.0.1:6379)
  REDIS_CA_FILE  with TLS, a PEM file of the authorities to trust, if not public
  KEY_PREFIX     what all keys begin with (fc:)

Exit codes: 0 done, 1 failed, 2 usage error`;

/** Runs the project's command line. @returns the exit code: 0 done, 1 failed, 2 usage error */
export async function runProgram(args: readonly string[], context: CommandContext): Promise<number> {
  const { out, err } = context;
  const program = new Command('feature-control')
    .description(
      "Manages what the plugin and the sidecar keep in Redis, where the game's commands do not reach.",
    )
    .addHelpText('after', ENVIRONMENT)
    .exitOverride()
    .configureOutput({ writeOut: inLines(out), writeErr: inLines(err) })
    .showHelpAfterError('(see --help)');
  addBridgesCommand(program, context);
  addTokenCommand(program, context);
  addMigrateCommand(program, context);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (cause) {
    return exitCodeOf(cause, err);
  }
}

/** Commander hands over whole texts. Line breaks in what it repeats of the arguments are lines then, too. */
function inLines(print: (line: string) => void): (text: string) => void {
  return (text) => {
    text.replace(/\n$/, '').split('\n').forEach(print);
  };
}

/**
 * Commander says by itself what it did not understand, and "fails" after `--help` as well.
 * @throws what is a bug
 */
function exitCodeOf(cause: unknown, err: (text: string) => void): number {
  if (cause instanceof CommanderError) return cause.exitCode === 0 ? 0 : 2;
  if (cause instanceof Failure || cause instanceof RedisError) {
    err(`feature-control: ${cause.message}`);
    return 1;
  }
  throw cause;
}
