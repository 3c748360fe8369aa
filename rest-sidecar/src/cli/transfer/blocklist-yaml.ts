import { formatBlocklistName } from '../../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../../shared/feature-control/blocklist-name.ts';
import type { StoredList } from '../blocklists/read-lists.ts';

/** What the first document of a file says, so that a file of another kind is never taken for one. */
export const FORMAT = 'feature-control/blocklists';
export const FORMAT_VERSION = 1;

/** The lines before all lists. */
export function headerLines(exportedMs: number): string[] {
  return [
    `# Blocklists of feature-control, exported at ${new Date(exportedMs).toISOString()}`,
    `format: ${FORMAT}`,
    `version: ${FORMAT_VERSION}`,
  ];
}

/** The lines of one list: a YAML document of its own, so that long files are read piece by piece. */
export function* listLines(list: BlocklistName, { blocked, until }: StoredList): Generator<string> {
  yield '---';
  yield `list: ${quoteYaml(formatBlocklistName(list))}`;
  if (blocked.length > 0) yield 'blocked:';
  for (const feature of blocked) yield `  - ${quoteYaml(feature)}`;
  if (until.size > 0) yield 'until:';
  for (const [feature, untilMs] of until) yield `  ${quoteYaml(feature)}: ${formatEnd(untilMs)}`;
}

/** Beyond JavaScript's dates, a time stays a number. */
function formatEnd(untilMs: number): string {
  const date = new Date(untilMs);
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 ? String(untilMs) : date.toISOString();
}

/** What YAML reads as a text without quotes, whatever its version. */
const PLAIN = /^[A-Za-z][\w.-]*$/;
const NOT_TEXT = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** Characters that would change how the file is shown, or are none of YAML. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

/** A text as YAML 1.1 and 1.2 read it back, with everything that cannot be seen escaped. */
export function quoteYaml(text: string): string {
  if (PLAIN.test(text) && !NOT_TEXT.test(text)) return text;
  if (/^(?:client|server):[A-Za-z][\w.-]*$/.test(text)) return text;
  const escaped = text.replace(/["\\]/g, String.raw`\$&`).replace(UNPRINTABLE, escapeCodePoint);
  return `"${escaped}"`;
}

function escapeCodePoint(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff
    ? `\\U${code.toString(16).padStart(8, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`;
}
