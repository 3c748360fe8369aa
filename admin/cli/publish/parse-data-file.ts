import { isCollection, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import type { Document } from 'yaml';
import { problemAt, textOfKey, unknownKey } from '../yaml-problems.ts';
import type { SourceProblem } from '../yaml-source.ts';
import { planRecord } from './planned-record.ts';
import type { PlannedRecord } from './planned-record.ts';
import { RECORD_KINDS } from './record-kinds.ts';
import type { RecordKind } from './record-kinds.ts';
import { isRoundedInteger } from './rounded-integers.ts';

const NOT_A_STRING = 'key: It must be a string; put a number in quotes, and do not use an alias.';
const ROUNDED = 'This number would be rounded; put it in quotes.';

export interface ParsedDataFile {
  readonly records: readonly PlannedRecord[];
  readonly problems: readonly SourceProblem[];
}

/**
 * Parses a YAML file of records: `servers`, `events` and `votings` map identifiers to records, `trades` is a
 * list. Each problem names its field and has its line.
 */
export function parseDataFile(text: string): ParsedDataFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const file = new DataFile(document, lines);
  for (const { pos, message } of document.errors) {
    const [firstLine = ''] = message.split('\n');
    file.addProblem(pos[0], `${firstLine.replace(/[.:]$/, '')}.`);
  }
  if (document.errors.length === 0) file.checkNodes();
  if (file.problems.length === 0) file.read();
  return file;
}

class DataFile implements ParsedDataFile {
  readonly records: PlannedRecord[] = [];
  readonly problems: SourceProblem[] = [];
  readonly #document: Document.Parsed;
  readonly #lines: LineCounter;

  constructor(document: Document.Parsed, lines: LineCounter) {
    this.#document = document;
    this.#lines = lines;
  }

  addProblem(at: unknown, problem: string): void {
    this.problems.push(problemAt(this.#lines, at, problem));
  }

  /**
   * Adds a problem for aliases, integers that would be rounded, and keys that are not strings: the number
   * 1.20 would become 1.2.
   */
  checkNodes(): void {
    visit(this.#document, {
      Alias: (_, alias) => {
        this.addProblem(alias, `Aliases are not supported; put *${alias.source} in quotes if it is a text.`);
      },
      Scalar: (position, node) => {
        const isRounded = typeof node.value === 'number' && isRoundedInteger(node.source ?? '');
        if (position !== 'key' && isRounded) this.addProblem(node, ROUNDED);
      },
      Pair: (_, { key, value }) => {
        if (!isScalar(key) || typeof key.value !== 'string') this.addProblem(key ?? value, NOT_A_STRING);
      },
    });
  }

  read(): void {
    const names = RECORD_KINDS.map(({ plural }) => plural);
    const { contents } = this.#document;
    if (!isMap(contents)) {
      this.addProblem(0, `The file must be a mapping with some of: ${names.join(', ')}.`);
      return;
    }
    for (const { key, value } of contents.items) {
      const name = textOfKey(key);
      const kind = RECORD_KINDS.find(({ plural }) => plural === name);
      if (kind !== undefined) this.#readKind(kind, value);
      else this.addProblem(key, unknownKey(name, names));
    }
  }

  #readKind(kind: RecordKind, node: unknown): void {
    const isList = kind.prefixOf === undefined;
    if (isList && isSeq(node)) {
      for (const [index, item] of node.items.entries())
        this.#readRecord(kind, '', `${kind.plural}[${index}]`, item);
    } else if (!isList && isMap(node)) {
      for (const { key, value } of node.items)
        this.#readRecord(kind, textOfKey(key), `${kind.plural}.${textOfKey(key)}`, value ?? key);
    } else this.addProblem(node, `${kind.plural} must be ${isList ? 'a list' : 'a mapping of identifiers'}.`);
  }

  #readRecord(kind: RecordKind, id: string, title: string, node: unknown): void {
    const planned = planRecord(kind, id, isNode(node) ? node.toJS(this.#document) : node, title);
    if ('kind' in planned) this.records.push(planned);
    else this.addProblem(nodeAt(node, planned.path), planned.problem);
  }
}

/** Returns the node at a path within another one. */
function nodeAt(node: unknown, path: readonly string[]): unknown {
  return isCollection(node) ? (node.getIn(path, true) ?? node) : node;
}
