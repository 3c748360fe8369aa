import { join } from 'node:path';
import { parseConfig } from './config.ts';
import { LineLogger } from './platform/line-logger.ts';
import { startSidecar } from './sidecar.ts';

async function main(): Promise<void> {
  const parsed = parseConfig(process.env);
  if (!parsed.ok) {
    process.stderr.write(`${parsed.problem}\n`);
    process.exitCode = 1;
    return;
  }
  const { config } = parsed;
  const logger = new LineLogger((line) => process.stdout.write(line), config.logLevel);
  const sidecar = await startSidecar(config, logger, join(__dirname, 'docs'));
  logger.info(`The REST sidecar listens on ${urlOf(config.host, sidecar.port)}`);
  if (config.operators !== undefined && sidecar.operatorsPort !== undefined) {
    logger.info(`Operators are listened for on ${urlOf(config.operators.host, sidecar.operatorsPort)}`);
  }
  let isStopping = false;
  const stop = (): void => {
    // A second signal ends it without ceremony.
    if (isStopping) process.exit(1);
    isStopping = true;
    void sidecar.stop().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
}

function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

main().catch((error: unknown) => {
  process.stderr.write(
    `The REST sidecar cannot start: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
  process.exit();
});
