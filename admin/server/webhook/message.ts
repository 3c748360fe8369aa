import { createHash, createHmac } from 'node:crypto';
import { LAST_MS } from '../../../shared/feature-control/entry-state.ts';
import type { LocatedChange } from '../../../shared/redis/blocklists/history/history-page.ts';
import { toChangeBody } from '../../../shared/rest/blocklist-bodies.ts';

/** What one request delivers. */
export interface WebhookMessage {
  /** JSON. */
  readonly body: string;
  readonly changes: readonly LocatedChange[];
}

/**
 * Features in one message: about 20 KB, which receivers of webhooks expect at most. A change of more features
 * is a message of its own.
 */
const MAX_FEATURES = 50;

/** Creates the message with the first changes. @param pending the oldest first, at least one */
export function createJsonMessage(pending: readonly LocatedChange[]): WebhookMessage {
  const changes: LocatedChange[] = [];
  let features = 0;
  for (const located of pending) {
    features += located.change.changes.length;
    if (changes.length > 0 && features > MAX_FEATURES) break;
    changes.push(located);
  }
  const latestMs = Math.min(LAST_MS, changes.at(-1)?.change.atMs ?? 0);
  const body = JSON.stringify({
    type: 'blocklists.changed',
    timestamp: new Date(latestMs).toISOString(),
    data: { changes: changes.map(({ change }) => toChangeBody(change)) },
  });
  return { body, changes };
}

/**
 * Returns the headers of Standard Webhooks (standardwebhooks.com). Equal bodies have equal ids, so that
 * receivers recognise a repeated message, whichever server has sent it.
 * @param nowMs time of this attempt, in milliseconds since the epoch
 */
export function signatureHeaders(body: string, key: Buffer, nowMs: number): Record<string, string> {
  const id = `msg_${createHash('sha256').update(body).digest('hex').slice(0, 32)}`;
  const timestamp = String(Math.floor(nowMs / 1000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}
