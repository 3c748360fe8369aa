import { join } from 'node:path';
import type { Command } from 'commander';
import { createLineLogger, isReadByJournal } from '../../node/line-logger.ts';
import { notifySystemd } from '../../node/notify-systemd.ts';
import { ignoreInspectorSignal } from '../../node/signals.ts';
import { SystemClock } from '../../node/system-clock.ts';
import { Variables } from '../../node/variables.ts';
import { RecentWarnings } from '../../shared/recent-warnings.ts';
import { resolveActor } from './actor.ts';
import { orUsageError } from './command-context.ts';
import type { CommandContext } from './command-context.ts';
import { CommandError } from './command-error.ts';
import { createDump } from './dump/create-dump.ts';
import { printLines } from './output.ts';
import { parseBlocklists } from './transfer/parse-blocklists.ts';
import { readYamlFile } from './yaml-file.ts';

interface ServeOptions {
  readonly host?: string;
  readonly port?: string;
  readonly link?: true;
}

const ENVIRONMENT = `
Standard output is the log; there is no --json.

Environment, in addition to that of all commands:
  ADMIN_HOST, ADMIN_PORT  the address, without --host and --port
  ADMIN_EDITS             edits that one token may make in 10 seconds (default: 100)
  AUDIT_DIRECT            whether direct writes to blocklists are recorded: on or off (default: on)
  RESYNC_SECONDS          how often all data is revalidated; changes are applied immediately (default: 10)
  MAX_CONNECTIONS         the maximum number of concurrent connections (default: 1000)
  WEBHOOK_URL             where each change is sent: see docs/admin-server.md (default: nowhere)
  WEBHOOK_SECRET          signs what is sent: whsec_ and 24 to 64 bytes in base64
  WEBHOOK_FORMAT          json or discord (default: discord for a URL of Discord, otherwise json)
  EXPECTED_LISTS          a file in the format of export, with which the lists are compared (default: none)
  LOG_LEVEL               debug, info, warn or error (default: info)
  LOG_FORMAT              text or json: one object per line (default: text)

Examples:
  feature-control serve
  feature-control serve --port 9000`;

/** Adds `feature-control serve`, which runs the admin's server until a signal ends it. */
export function addServeCommand(program: Command, context: CommandContext): void {
  program
    .command('serve')
    .description(
      "Runs the admin's server: the console in the browser, edits and history over HTTP, and metrics. " +
        'On loopback, and while there are no tokens, it prints a link that signs one tab in, once.',
    )
    .option('--host <address>', 'the address to listen on (default: 127.0.0.1)')
    .option('--port <port>', 'the port to listen on; 0 for any free one (default: 8081)')
    .option('--link', 'print the link even if there are tokens')
    .addHelpText('after', ENVIRONMENT)
    .action((options: ServeOptions) => serve(context, options));
}

async function serve(context: CommandContext, { host, port, link }: ServeOptions): Promise<void> {
  // The other commands need neither Express nor the rest of the server.
  const { startAdminServer } = await import('../server/admin-server.ts');
  const { readAdminServerConfig } = await import('../server/config.ts');
  const environment = { ...context.environment };
  if (host !== undefined) environment['ADMIN_HOST'] = host;
  if (port !== undefined) environment['ADMIN_PORT'] = port;
  const variables = new Variables(environment);
  const config = orUsageError(() => readAdminServerConfig(variables));
  const write = (text: string): void => {
    printLines(context.out, text.trimEnd());
  };
  const isTimed = isReadByJournal(environment);
  const log = createLineLogger(write, { ...config, program: 'admin', isTimed });
  const logger = new RecentWarnings(log, new SystemClock());
  ignoreInspectorSignal(logger);
  const ended = context.untilEnded?.();
  const server = await startAdminServer(config, {
    logger,
    actor: resolveActor(context, undefined),
    readLists: async (path) => parseBlocklists(await readYamlFile(path)),
    consoleDirectory: join(__dirname, 'console'),
    printsLink: link === true,
    createDump: (memory) => createDump({ ...context, environment }, memory),
  }).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(`the server cannot start: ${reason}`);
  });
  notifySystemd(environment, logger);
  for (const problem of variables.misspelt(['FC_ACTOR'])) logger.warn(problem);
  await ended;
  logger.info('Stopping');
  await server.stop();
}
