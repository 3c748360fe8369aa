import { escapeUnprintable } from '../../../shared/escape-unprintable.ts';
import { formatBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { StoredList } from '../blocklists/read-lists.ts';

/** `format` in the header, the first document of a file, so that files of other kinds are refused. */
export const FORMAT = 'feature-control/blocklists';
export const FORMAT_VERSION = 1;

/** Returns the lines of the header. */
export function headerLines(exportedMs: number): string[] {
  return [
    `# Blocklists of feature-control, exported at ${new Date(exportedMs).toISOString()}`,
    `format: ${FORMAT}`,
    `version: ${FORMAT_VERSION}`,
  ];
}

/** Yields the lines of one list, which is a YAML document of its own. */
export function* listLines({ list, blocked, until }: StoredList): Generator<string> {
  yield '---';
  yield `list: ${quoteYaml(formatBlocklistName(list))}`;
  if (blocked.length > 0) yield 'blocked:';
  for (const feature of blocked) yield `  - ${quoteYaml(feature)}`;
  if (until.size > 0) yield 'until:';
  for (const [feature, untilMs] of until) yield `  ${quoteYaml(feature)}: ${formatEnd(untilMs)}`;
}

/** Formats a time as a date, or as a number if its year has more than four digits. */
function formatEnd(untilMs: number): string {
  const date = new Date(untilMs);
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 ? String(untilMs) : date.toISOString();
}

/** Texts that every version of YAML reads as strings without quotes, apart from {@link NOT_TEXT}. */
const PLAIN = /^[A-Za-z](?:[\w.:-]*\w)?$/;
const NOT_TEXT = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** Formats a string for YAML 1.1 and 1.2, which contain JSON, with invisible characters escaped. */
function quoteYaml(text: string): string {
  if (PLAIN.test(text) && !NOT_TEXT.test(text)) return text;
  return escapeUnprintable(JSON.stringify(text));
}
