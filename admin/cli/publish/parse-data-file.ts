import { isCollection, isMap, isNode, isSeq } from 'yaml';
import { textOfKey } from '../yaml-file.ts';
import type { YamlFile } from '../yaml-file.ts';
import { planRecord } from './planned-record.ts';
import type { PlannedRecord } from './planned-record.ts';
import { PUBLISHED_TYPES } from './published-types.ts';
import type { PublishedType } from './published-types.ts';

/**
 * Parses a file of records: `servers`, `events` and `votings` map identifiers to records, `trades` is a list.
 * @throws {UsageError} if it has problems
 */
export function parseDataFile(file: YamlFile): readonly PlannedRecord[] {
  const names = PUBLISHED_TYPES.map(({ plural }) => plural);
  const [document, second] = file.documents;
  const contents: unknown = document?.contents;
  if (!isMap(contents)) file.addProblem(0, `The file must be a mapping with some of: ${names.join(', ')}.`);
  if (second !== undefined) file.addProblem(second.contents, 'The file must be one document.');
  file.refuseOtherKeys(contents, names);
  const records: PlannedRecord[] = [];
  const readRecord = (type: PublishedType, id: string, title: string, node: unknown): void => {
    const value: unknown = isNode(node) && document !== undefined ? node.toJS(document) : node;
    const planned = planRecord(type, id, value, title);
    if ('type' in planned) records.push(planned);
    else file.addProblem(nodeAt(node, planned.path), planned.problem);
  };
  for (const { key, value } of isMap(contents) ? contents.items : []) {
    const type = PUBLISHED_TYPES.find(({ plural }) => plural === textOfKey(key));
    if (type === undefined) continue;
    const { plural, prefixOf } = type;
    const isList = prefixOf === undefined;
    if (isList && isSeq(value))
      for (const [index, item] of value.items.entries()) readRecord(type, '', `${plural}[${index}]`, item);
    else if (!isList && isMap(value))
      for (const { key: id, value: record } of value.items)
        readRecord(type, textOfKey(id), `${plural}.${textOfKey(id)}`, record ?? id);
    else file.addProblem(value, `${plural} must be ${isList ? 'a list' : 'a mapping of identifiers'}.`);
  }
  file.assertNoProblems();
  return records;
}

/** Returns the node at a path within another one. */
function nodeAt(node: unknown, path: readonly string[]): unknown {
  return isCollection(node) ? (node.getIn(path, true) ?? node) : node;
}
