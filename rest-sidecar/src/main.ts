import { join } from 'node:path';
import { createLineLogger, isReadByJournal } from '../../node/line-logger.ts';
import { notifySystemd } from '../../node/notify-systemd.ts';
import { ignoreInspectorSignal, ignoreOutputErrors, onStopSignal } from '../../node/signals.ts';
import { SystemClock } from '../../node/system-clock.ts';
import { escapeUnprintable } from '../../shared/escape-unprintable.ts';
import { RecentWarnings } from '../../shared/recent-warnings.ts';
import { VERSION } from '../../shared/version.ts';
import { parseConfig } from './config.ts';
import { startSidecar } from './sidecar.ts';
import { USAGE } from './usage.ts';

async function main(args: readonly string[]): Promise<void> {
  if (args.length > 0) {
    handleArguments(args);
    return;
  }
  const parsed = parseConfig(process.env);
  if (!parsed.ok) {
    process.stderr.write(`${escapeUnprintable(parsed.problem)}\n`);
    process.exitCode = 1;
    return;
  }
  const { config, misspelt } = parsed.value;
  const isTimed = isReadByJournal(process.env);
  const log = createLineLogger((line) => process.stdout.write(line), {
    ...config,
    program: 'sidecar',
    isTimed,
  });
  const logger = new RecentWarnings(log, new SystemClock());
  ignoreOutputErrors();
  ignoreInspectorSignal(logger);
  // Registered before anything is started, so that no signal during the start is lost.
  const stopRequested = new Promise<void>((resolve) => {
    onStopSignal((signal, isRepeated) => {
      if (isRepeated) process.exit(1);
      logger.info(`Stopping on ${signal}`);
      resolve();
    });
  });
  const sidecar = await startSidecar(config, logger, join(__dirname, 'docs'));
  notifySystemd(process.env, logger);
  for (const problem of misspelt) logger.warn(problem);
  await stopRequested;
  await sidecar.stop();
  process.exit(0);
}

/** Handles command line arguments, of which there are few: settings come from the environment. */
function handleArguments([first = '']: readonly string[]): void {
  const text = { '--help': USAGE, '-h': USAGE, '--version': `${VERSION}\n`, '-V': `${VERSION}\n` }[first];
  if (text !== undefined) {
    process.stdout.write(text);
    return;
  }
  process.stderr.write(`Unknown argument: ${escapeUnprintable(first)}.\n\n${USAGE}`);
  process.exitCode = 2;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`The REST sidecar cannot start: ${escapeUnprintable(reason)}\n`);
  process.exit(1);
});
