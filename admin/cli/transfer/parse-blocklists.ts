import { Composer, isMap, isScalar, isSeq, LineCounter, Parser } from 'yaml';
import type { Document, Pair } from 'yaml';
import { formatBlocklistName, parseBlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import type { BlocklistName } from '../../../shared/feature-control/blocklist-name.ts';
import { listProblem, nameProblem } from '../../../shared/feature-control/edit-problems.ts';
import { parseTime } from '../times.ts';
import { problemAt, textOfKey, unknownKey } from '../yaml-problems.ts';
import type { SourceProblem } from '../yaml-source.ts';
import { FORMAT, FORMAT_VERSION } from './blocklist-yaml.ts';

/** A list of a file. */
export interface WantedList {
  readonly list: BlocklistName;
  readonly blocked: ReadonlySet<string>;
  /** Feature → milliseconds since the epoch. */
  readonly until: ReadonlyMap<string, number>;
}

export interface ParsedBlocklists {
  readonly lists: readonly WantedList[];
  readonly problems: readonly SourceProblem[];
}

/** Number of problems after which reading a file stops. */
const MAX_PROBLEMS = 1000;

/** Parses a file of blocklists document by document. Each problem names its field and has its line. */
export function parseBlocklists(text: string): ParsedBlocklists {
  const lines = new LineCounter();
  const file = new BlocklistsFile(lines);
  const tokens = new Parser(lines.addNewLine).parse(text);
  let isFirst = true;
  // With `uniqueKeys`, the time would grow with the square of the number of keys.
  for (const document of new Composer({ prettyErrors: false, uniqueKeys: false }).compose(tokens)) {
    if (isFirst) file.readHeader(document);
    else file.readList(document);
    isFirst = false;
    if (file.problems.length >= MAX_PROBLEMS || file.hasInvalidHeader) break;
  }
  if (isFirst) file.addProblem(0, `The file is empty; it must begin with format: ${FORMAT}.`);
  return file;
}

class BlocklistsFile implements ParsedBlocklists {
  readonly lists: WantedList[] = [];
  readonly problems: SourceProblem[] = [];
  /** Whether the header is invalid: reading stops, because every line would be a problem. */
  hasInvalidHeader = false;
  readonly #lines: LineCounter;
  readonly #named = new Set<string>();

  constructor(lines: LineCounter) {
    this.#lines = lines;
  }

  addProblem(at: unknown, problem: string): void {
    this.problems.push(problemAt(this.#lines, at, problem));
  }

  readHeader(document: Document.Parsed): void {
    if (this.#hasErrors(document)) {
      this.hasInvalidHeader = true;
      return;
    }
    const contents: unknown = document.contents;
    const format = isMap(contents) ? contents.get('format') : undefined;
    if (!isMap(contents) || format !== FORMAT) {
      this.hasInvalidHeader = true;
      this.addProblem(
        contents,
        `format: This is not a file of blocklists, which must begin with format: ${FORMAT}.`,
      );
      return;
    }
    this.#refuseOtherKeys(contents.items, ['format', 'version']);
    if (contents.get('version') !== FORMAT_VERSION) {
      this.addProblem(contents.get('version', true) ?? contents, `version: It must be ${FORMAT_VERSION}.`);
    }
  }

  readList(document: Document.Parsed): void {
    if (this.#hasErrors(document)) return;
    const { contents } = document;
    if (!isMap(contents)) {
      this.addProblem(contents, 'Each document must be a mapping with list, and blocked or until.');
      return;
    }
    this.#refuseOtherKeys(contents.items, ['list', 'blocked', 'until']);
    const list = this.#readName(contents.get('list', true) ?? contents);
    const blocked = this.#readBlocked(contents.get('blocked', true));
    const until = this.#readUntil(contents.get('until', true));
    if (list !== undefined) this.lists.push({ list, blocked, until });
  }

  #hasErrors({ errors }: Document.Parsed): boolean {
    for (const { pos, message } of errors) this.addProblem(pos[0], message.split('\n')[0] ?? message);
    return errors.length > 0;
  }

  #refuseOtherKeys(items: readonly Pair[], known: readonly string[]): void {
    const seen = new Set<string>();
    for (const { key } of items) {
      const name = textOfKey(key);
      if (seen.has(name)) this.addProblem(key, `${name}: The document has this key more than once.`);
      seen.add(name);
      if (!known.includes(name)) this.addProblem(key, unknownKey(name, known));
    }
  }

  #readName(node: unknown): BlocklistName | undefined {
    const text = isScalar(node) ? node.value : undefined;
    const list = typeof text === 'string' ? parseBlocklistName(text) : undefined;
    if (list === undefined) {
      this.addProblem(node, 'list: It must be global, client:<client> or server:<server>.');
      return undefined;
    }
    const problem = listProblem(list, true);
    if (problem !== undefined) this.addProblem(node, `list: ${problem}`);
    const name = formatBlocklistName(list);
    if (this.#named.has(name)) this.addProblem(node, `list: ${name} is in the file more than once.`);
    this.#named.add(name);
    return problem === undefined ? list : undefined;
  }

  #readBlocked(node: unknown): ReadonlySet<string> {
    const features = new Set<string>();
    if (node === undefined || isEmpty(node)) return features;
    if (!isSeq(node)) this.addProblem(node, 'blocked: It must be a list of features.');
    for (const [index, item] of isSeq(node) ? node.items.entries() : []) {
      const feature = this.#readFeature(item, `blocked[${index}]`);
      if (feature !== undefined) features.add(feature);
    }
    return features;
  }

  #readUntil(node: unknown): ReadonlyMap<string, number> {
    const until = new Map<string, number>();
    if (node === undefined || isEmpty(node)) return until;
    if (!isMap(node)) this.addProblem(node, 'until: It must be a mapping of features to times.');
    for (const { key, value } of isMap(node) ? node.items : []) {
      const feature = this.#readFeature(key, 'until');
      const text = isScalar(value) ? value.value : undefined;
      const time = typeof text === 'number' ? text : parseTime(String(text));
      if (typeof time !== 'number' || !Number.isSafeInteger(time)) {
        const problem = typeof time === 'string' ? time : 'It must be whole milliseconds.';
        this.addProblem(value ?? key, `until.${feature ?? ''}: ${problem}`);
      } else if (feature !== undefined) {
        if (until.has(feature)) this.addProblem(key, `until.${feature}: It is in the list more than once.`);
        until.set(feature, time);
      }
    }
    return until;
  }

  #readFeature(node: unknown, field: string): string | undefined {
    const text = isScalar(node) ? node.value : undefined;
    if (typeof text !== 'string') {
      this.addProblem(node, `${field}: It must be a string; put it in quotes.`);
      return undefined;
    }
    const problem = nameProblem(text, 'feature', true);
    if (problem !== undefined) this.addProblem(node, `${field}: ${problem}`);
    return problem === undefined ? text : undefined;
  }
}

/** Returns whether a node is `null`, such as the value of `blocked:` without items. */
function isEmpty(node: unknown): boolean {
  return isScalar(node) && node.value === null;
}
