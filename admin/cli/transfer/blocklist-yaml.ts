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

/** Characters that affect the display of the file or are not allowed in YAML. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

/** Formats a string for YAML 1.1 and 1.2, with invisible characters escaped. */
function quoteYaml(text: string): string {
  if (PLAIN.test(text) && !NOT_TEXT.test(text)) return text;
  const escaped = text.replace(/["\\]/g, String.raw`\$&`).replace(UNPRINTABLE, escapeCodePoint);
  return `"${escaped}"`;
}

function escapeCodePoint(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff
    ? `\\U${code.toString(16).padStart(8, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`;
}
