import { isCollection, isMap, isNode, isSeq } from 'yaml';
import { textOfKey } from '../yaml-file.ts';
import type { YamlFile } from '../yaml-file.ts';
import { planRecord } from './planned-record.ts';
import type { PlannedRecord } from './planned-record.ts';
import { RECORD_KINDS } from './record-kinds.ts';
import type { RecordKind } from './record-kinds.ts';

/**
 * Parses a file of records: `servers`, `events` and `votings` map identifiers to records, `trades` is a list.
 * @throws {UsageError} if it has problems
 */
export function parseDataFile(file: YamlFile): readonly PlannedRecord[] {
  const names = RECORD_KINDS.map(({ plural }) => plural);
  const [document, second] = file.documents;
  const contents: unknown = document?.contents;
  if (!isMap(contents)) file.addProblem(0, `The file must be a mapping with some of: ${names.join(', ')}.`);
  if (second !== undefined) file.addProblem(second.contents, 'The file must be one document.');
  file.refuseOtherKeys(contents, names);
  const records: PlannedRecord[] = [];
  const readRecord = (kind: RecordKind, id: string, title: string, node: unknown): void => {
    const value: unknown = isNode(node) && document !== undefined ? node.toJS(document) : node;
    const planned = planRecord(kind, id, value, title);
    if ('kind' in planned) records.push(planned);
    else file.addProblem(nodeAt(node, planned.path), planned.problem);
  };
  for (const { key, value } of isMap(contents) ? contents.items : []) {
    const kind = RECORD_KINDS.find(({ plural }) => plural === textOfKey(key));
    if (kind === undefined) continue;
    const { plural, prefixOf } = kind;
    const isList = prefixOf === undefined;
    if (isList && isSeq(value))
      for (const [index, item] of value.items.entries()) readRecord(kind, '', `${plural}[${index}]`, item);
    else if (!isList && isMap(value))
      for (const { key: id, value: record } of value.items)
        readRecord(kind, textOfKey(id), `${plural}.${textOfKey(id)}`, record ?? id);
    else file.addProblem(value, `${plural} must be ${isList ? 'a list' : 'a mapping of identifiers'}.`);
  }
  file.assertNoProblems();
  return records;
}

/** Returns the node at a path within another one. */
function nodeAt(node: unknown, path: readonly string[]): unknown {
  return isCollection(node) ? (node.getIn(path, true) ?? node) : node;
}
