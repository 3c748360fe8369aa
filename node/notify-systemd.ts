import { execFile } from 'node:child_process';
import type { Logger } from '../shared/logger.ts';
import type { Environment } from './variables.ts';

/**
 * Reports to systemd that the program serves, if its unit has `Type=notify`. Node cannot send datagrams to a
 * socket in the file system; `systemd-notify` can, and ends only when systemd has read the message.
 */
export function notifySystemd({ NOTIFY_SOCKET, PATH }: Environment, logger: Logger): void {
  if (NOTIFY_SOCKET === undefined) return;
  execFile('systemd-notify', ['--ready'], { env: { NOTIFY_SOCKET, PATH } }, (error) => {
    if (error !== null) logger.warn(`systemd is not notified of the start: ${error.message.trim()}`);
  });
}
