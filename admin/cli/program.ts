import { Command, CommanderError, Help } from 'commander';
import type { Option } from 'commander';
import { RedisError } from '../../shared/redis/redis-error.ts';
import { VERSION } from '../../shared/version.ts';
import { addCheckCommand } from './blocklists/check-command.ts';
import { addClientsCommand } from './blocklists/clients-command.ts';
import { addBlockCommand, addUnblockCommand } from './blocklists/edit-command.ts';
import { addHistoryCommand } from './blocklists/history-command.ts';
import { addListCommand } from './blocklists/list-command.ts';
import { addReversalCommands, addRollbackCommand } from './blocklists/undo-command.ts';
import { addWatchCommand } from './blocklists/watch-command.ts';
import { addWhereCommand } from './blocklists/where-command.ts';
import { addBridgesCommand } from './bridges-command.ts';
import type { CommandContext } from './command-context.ts';
import { EXIT, CommandError } from './command-error.ts';
import { addCompletionCommand } from './completion/completion-command.ts';
import { addDoctorCommand } from './doctor/doctor-command.ts';
import { addDumpCommand } from './dump/dump-command.ts';
import { printLines } from './output.ts';
import { addPublishCommand } from './publish/publish-command.ts';
import { addUnpublishCommand } from './publish/unpublish-command.ts';
import { addVoteCommand } from './publish/vote-command.ts';
import { withAdvice } from './redis-advice.ts';
import { addServeCommand } from './serve-command.ts';
import { addStatusCommand } from './status-command.ts';
import { joinTexts } from './text-options.ts';
import { addTokenCommand } from './token-command.ts';
import { addExportCommand } from './transfer/export-command.ts';
import { addImportCommand } from './transfer/import-command.ts';

const ENVIRONMENT = `
Environment:
  REDIS_URL        URL of Redis, with user and password if needed (default: redis://127.0.0.1:6379, in the
                   repository the Redis of npm start while it runs)
  REDIS_NAT_MAP    addresses to use instead of those that Redis announces: 10.0.0.1:6379=host:7000,...
  REDIS_COMMAND_TIMEOUT_MS
                   timeout of a command, longer than the round trip to Redis (default: 1000)
  REDIS_CA_FILE    PEM file of the certificate authorities to trust with TLS, if they are not public
  REDIS_CERT_FILE  PEM file of a certificate of this program, if Redis requires one with TLS
  REDIS_KEY_FILE   PEM file of the key of this certificate
  KEY_PREFIX       prefix of all keys (default: fc:)
  FC_ACTOR         actor of changes in the history (default: user@host)
  AUDIT_ENTRIES    recorded changes that are kept per blocklist (default: 10000); set it as for the proxies
  NO_COLOR         never use colours (default: on a terminal)
  FORCE_COLOR      always use colours

feature-control conformance tests servers and mods of others: see feature-control conformance --help

Exit codes: 0 done, 1 failed, 2 usage error or Redis unreachable, 3 import --check found a difference,
  130 ended by a signal`;

/** Each adds one command or two, in the order of the help. */
const COMMANDS = [
  addBlockCommand,
  addUnblockCommand,
  addListCommand,
  addClientsCommand,
  addCheckCommand,
  addWhereCommand,
  addWatchCommand,
  addHistoryCommand,
  addReversalCommands,
  addRollbackCommand,
  addExportCommand,
  addImportCommand,
  addPublishCommand,
  addUnpublishCommand,
  addVoteCommand,
  addStatusCommand,
  addDoctorCommand,
  addDumpCommand,
  addBridgesCommand,
  addServeCommand,
  addTokenCommand,
  addCompletionCommand,
] as const;

/** Runs the project's command line. @returns the exit code, one of {@link EXIT} */
export async function runProgram(args: readonly string[], context: CommandContext): Promise<number> {
  const program = createProgram(context);
  try {
    await program.parseAsync(joinTexts(program, args), { from: 'user' });
    return EXIT.done;
  } catch (cause) {
    return exitCodeOf(cause, context);
  }
}

/** Creates the command line with all commands, for parsing and for completion. */
export function createProgram(context: CommandContext): Command {
  const { out, err } = context;
  // Commander quotes arguments, which may have line breaks.
  const writeOut = (text: string): void => {
    printLines(out, text.replace(/\n$/, ''));
  };
  const writeErr = (text: string): void => {
    printLines(err, text.replace(/\n$/, ''));
  };
  const program = new Command('feature-control')
    .description('Manages blocklists, and what the plugin and the sidecar keep in Redis.')
    .addHelpText('after', ENVIRONMENT)
    .exitOverride()
    .configureOutput({ writeOut, writeErr })
    .configureHelp({ optionDescription: describeOption })
    .version(VERSION);
  for (const add of COMMANDS) add(program, context);
  for (const command of [program, ...program.commands, ...program.commands.flatMap((each) => each.commands)])
    command.showHelpAfterError(`Usage: ${new Help().commandUsage(command)} (see --help)`);
  return program;
}

/** Returns the description of an option in the help, which also says whether the option is required. */
function describeOption(option: Option): string {
  const text = new Help().optionDescription(option);
  return option.mandatory ? `${text} (required)` : text;
}

/**
 * Prints the error that ended a command, and returns its exit code. Commander has already printed its own
 * errors; it also throws after `--help`, with exit code 0.
 * @throws any other error, which is a bug
 */
function exitCodeOf(cause: unknown, { err }: CommandContext): number {
  if (cause instanceof CommanderError) return cause.exitCode === 0 ? EXIT.done : EXIT.usage;
  if (cause instanceof CommandError) {
    for (const line of cause.message.split('\n')) err(`feature-control: ${line}`, 'red');
    return cause.exitCode;
  }
  if (cause instanceof RedisError) {
    err(`feature-control: ${withAdvice(cause.message)}`, 'red');
    return cause.reason === 'unreachable' || refusesAll(cause) ? EXIT.usage : EXIT.failed;
  }
  throw cause;
}

/** Returns whether Redis refuses every command, such as with a wrong login; nothing was done then. */
function refusesAll({ message }: RedisError): boolean {
  return /^(?:NOAUTH|WRONGPASS|MOVED|LOADING)\b/.test(message);
}
