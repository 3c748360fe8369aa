import { isMap, isScalar, isSeq } from 'yaml';
import { formatBlocklistName, parseBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { listProblem, nameProblem } from '../../../shared/feature-control/edit-problems.ts';
import { BLOCKED } from '../../../shared/feature-control/entry-state.ts';
import type { EntryState } from '../../../shared/feature-control/entry-state.ts';
import type { ListContents, NamedList } from '../../../shared/feature-control/list-contents.ts';
import { parseTime } from '../times.ts';
import type { YamlFile } from '../yaml-file.ts';
import { FORMAT, FORMAT_VERSION } from './blocklist-yaml.ts';

/**
 * Parses a file of blocklists: a header, and a document for each list.
 * @throws {UsageError} if it has problems
 */
export function parseBlocklists(file: YamlFile): readonly NamedList[] {
  const [header, ...documents] = file.documents;
  readHeader(file, header?.contents);
  const lists = new Map<string, NamedList>();
  for (const { contents } of documents) {
    if (!isMap(contents)) {
      file.addProblem(contents, 'Each document must be a mapping with list, and blocked or until.');
      continue;
    }
    file.refuseOtherKeys(contents, ['list', 'blocked', 'until']);
    const nameNode = contents.get('list', true) ?? contents;
    const list = readName(file, nameNode);
    const features = readFeatures(file, contents.get('blocked', true), contents.get('until', true));
    if (list === undefined) continue;
    const name = formatBlocklistName(list);
    if (lists.has(name)) file.addProblem(nameNode, `list: ${name} is in the file more than once.`);
    lists.set(name, [list, features]);
  }
  file.assertNoProblems();
  return [...lists.values()];
}

/** @throws {UsageError} if the file is of another kind, as every line would be a problem */
function readHeader(file: YamlFile, contents: unknown): void {
  if (!isMap(contents) || contents.get('format') !== FORMAT) {
    file.addProblem(
      contents,
      `format: This is not a file of blocklists, which must begin with format: ${FORMAT}.`,
    );
    file.assertNoProblems();
    return;
  }
  file.refuseOtherKeys(contents, ['format', 'version']);
  if (contents.get('version') !== FORMAT_VERSION)
    file.addProblem(contents.get('version', true) ?? contents, `version: It must be ${FORMAT_VERSION}.`);
}

function readName(file: YamlFile, node: unknown): BlocklistName | undefined {
  const text = isScalar(node) ? node.value : undefined;
  const list = typeof text === 'string' ? parseBlocklistName(text) : undefined;
  const problem =
    list === undefined ? 'It must be global, client:<client> or server:<server>.' : listProblem(list, true);
  if (problem !== undefined) file.addProblem(node, `list: ${problem}`);
  return list;
}

function readFeatures(file: YamlFile, blocked: unknown, until: unknown): ListContents {
  const states = new Map<string, EntryState>();
  if (isSeq(blocked))
    for (const [index, item] of blocked.items.entries())
      states.set(readFeature(file, item, `blocked[${index}]`), BLOCKED);
  else if (!isAbsent(blocked)) file.addProblem(blocked, 'blocked: It must be a list of features.');
  if (!isMap(until)) {
    if (!isAbsent(until)) file.addProblem(until, 'until: It must be a mapping of features to times.');
    return states;
  }
  for (const { key, value } of until.items) {
    const feature = readFeature(file, key, 'until');
    const text = isScalar(value) ? value.value : undefined;
    const time = typeof text === 'number' ? text : parseTime(String(text));
    if (Number.isSafeInteger(time))
      states.set(feature, { permanent: states.has(feature), untilMs: Number(time) });
    else {
      const problem = typeof time === 'string' ? time : 'It must be whole milliseconds.';
      file.addProblem(value ?? key, `until.${feature}: ${problem}`);
    }
  }
  return states;
}

/** Returns the name of a feature, or an empty text with a problem of the file. */
function readFeature(file: YamlFile, node: unknown, field: string): string {
  const text = isScalar(node) && typeof node.value === 'string' ? node.value : undefined;
  const problem =
    text === undefined ? 'It must be a string; put it in quotes.' : nameProblem(text, 'feature', true);
  if (problem !== undefined) file.addProblem(node, `${field}: ${problem}`);
  return text ?? '';
}

/** Returns whether there is no node, or only `null`, such as the value of `blocked:` without items. */
function isAbsent(node: unknown): boolean {
  return node === undefined || (isScalar(node) && node.value === null);
}
