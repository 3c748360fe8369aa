import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import type { Alias, Document } from 'yaml';
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
  for (const error of document.errors) file.addProblem(error.pos[0], `${firstLine(error.message)}.`);
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
   * Adds a problem for aliases without a value, integers that would be rounded, and keys that are not
   * strings: the number 1.20 would become 1.2.
   */
  checkNodes(): void {
    visit(this.#document, {
      Alias: (_, alias, path) => {
        const problem = this.#aliasProblem(alias, path);
        if (problem !== undefined) this.addProblem(alias, problem);
      },
      Scalar: (position, node) => {
        if (position === 'key' || typeof node.value !== 'number') return;
        if (isRoundedInteger(node.source ?? '')) this.addProblem(node, ROUNDED);
      },
      Pair: (_, { key, value }) => {
        if (isScalar(key) && typeof key.value === 'string') return;
        this.addProblem(key ?? value, NOT_A_STRING);
      },
    });
  }

  #aliasProblem(alias: Alias, path: readonly unknown[]): string | undefined {
    const node = alias.resolve(this.#document);
    if (node === undefined) return `There is no anchor &${alias.source}; put *${alias.source} in quotes.`;
    return path.includes(node) ? `*${alias.source} must not contain itself.` : undefined;
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
    const isList = kind.keyOf === undefined;
    if (isList ? !isSeq(node) : !isMap(node)) {
      this.addProblem(node, `${kind.plural} must be ${isList ? 'a list' : 'a mapping of identifiers'}.`);
      return;
    }
    if (isSeq(node)) {
      node.items.forEach((item, index) => {
        this.#readRecord(kind, { id: '', title: `${kind.plural}[${index}]`, node: item });
      });
    }
    if (!isMap(node)) return;
    for (const { key, value } of node.items) {
      const id = textOfKey(key);
      this.#readRecord(kind, { id, title: `${kind.plural}.${id}`, node: value, key });
    }
  }

  #readRecord(
    kind: RecordKind,
    { id, title, node, key }: { id: string; title: string; node: unknown; key?: unknown },
  ): void {
    const value = isNode(node) ? (node.toJS(this.#document) as unknown) : node;
    const planned = planRecord(kind, id, value, title);
    if ('kind' in planned) {
      this.records.push(planned);
      return;
    }
    this.addProblem(findNode(node, planned.path) ?? key, planned.problem);
  }
}

/** Returns the node at a path, or its nearest existing ancestor. */
function findNode(node: unknown, path: readonly string[]): unknown {
  let found = node;
  for (const part of path) {
    const next = isMap(found)
      ? found.get(part, true)
      : isSeq(found)
        ? found.get(Number(part), true)
        : undefined;
    if (next === undefined) break;
    found = next;
  }
  return found;
}

function firstLine(text: string): string {
  return text.split('\n')[0]?.replace(/[.:]$/, '') ?? text;
}
