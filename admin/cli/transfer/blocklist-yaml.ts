import { escapeUnprintable } from '../../../shared/escape-unprintable.ts';
import { formatBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { NamedList } from '../../../shared/feature-control/list-contents.ts';

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
export function* listLines([list, contents]: NamedList): Generator<string> {
  const entries = [...contents].sort(([one], [other]) => (one < other ? -1 : 1));
  const permanent = entries.filter(([, state]) => state.permanent);
  const timed = entries.filter(([, { untilMs }]) => untilMs !== undefined);
  yield '---';
  yield `list: ${quoteYaml(formatBlocklistName(list))}`;
  if (permanent.length > 0) yield 'blocked:';
  for (const [feature] of permanent) yield `  - ${quoteYaml(feature)}`;
  if (timed.length > 0) yield 'until:';
  for (const [feature, { untilMs = 0 }] of timed) yield `  ${quoteYaml(feature)}: ${formatEnd(untilMs)}`;
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
