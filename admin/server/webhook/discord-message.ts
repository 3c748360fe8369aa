import { escapeUnprintable } from '../../../shared/escape-unprintable.ts';
import type { BlocklistChange } from '../../../shared/feature-control/blocklist-change.ts';
import { formatBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { describeEffects, describeFeatures } from '../../../shared/feature-control/describe-change.ts';
import type { EntryState } from '../../../shared/feature-control/entry-state.ts';
import type { LocatedChange } from '../../../shared/redis/blocklists/history/history-page.ts';
import type { WebhookMessage } from './message.ts';

/** The limit of Discord, in characters. */
const MAX_LENGTH = 2000;

/**
 * Creates the message of Discord's webhooks with as many of the first changes as fit, each in a line.
 * @param pending the oldest first, at least one
 */
export function createDiscordMessage(pending: readonly LocatedChange[]): WebhookMessage {
  const lines: string[] = [];
  let length = 0;
  for (const { change } of pending) {
    const line = shorten(describeChange(change));
    length += line.length + 1;
    if (lines.length > 0 && length > MAX_LENGTH) break;
    lines.push(line);
  }
  // Nobody is notified by a reason such as @everyone.
  const body = JSON.stringify({ content: lines.join('\n'), allowed_mentions: { parse: [] } });
  return { body, changes: pending.slice(0, lines.length) };
}

function describeChange(change: BlocklistChange): string {
  const { actor, changes, list, reason, source, undoes } = change;
  const features = escapeMarkdown(describeFeatures(change));
  const effect = `${features}: ${describeEffects(changes, describeState)}`;
  const means = undoes.length === 0 ? source : `${source}, undo`;
  const why = reason === undefined ? '' : `: ${escapeMarkdown(reason)}`;
  return `**${escapeMarkdown(formatBlocklistName(list))}** ${effect} by ${escapeMarkdown(actor)} (${means})${why}`;
}

/** Describes a state, with the time in the time zone of each reader. */
function describeState({ permanent, untilMs }: EntryState): string {
  if (permanent) return 'blocked';
  return untilMs === undefined ? 'free' : `blocked until <t:${Math.floor(untilMs / 1000)}:f>`;
}

/** A link, without the characters that could format what follows it. Discord shows it as it is written. */
const LINK = /(https?:\/\/[\w\-.:/?#@!$&'()+,;=%]+)/;

function escapeMarkdown(text: string): string {
  return escapeUnprintable(text)
    .split(LINK)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[\\*_~`|<>#[\]]/g, String.raw`\$&`)))
    .join('');
}

/** Cuts a line without ending in half of a character or of an escape. */
function shorten(line: string): string {
  if (line.length <= MAX_LENGTH) return line;
  let end = MAX_LENGTH - 1;
  while (/[\\\ud800-\udbff]/.test(line.charAt(end - 1))) end -= 1;
  return `${line.slice(0, end)}…`;
}
