import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { isMap, isNode, isScalar, LineCounter, parseAllDocuments, visit } from 'yaml';
import type { Document } from 'yaml';
import { CommandError, UsageError } from './command-error.ts';
import { didYouMean } from './did-you-mean.ts';
import { fileProblem } from './file-problem.ts';

/**
 * Reads a YAML file in UTF-8; `-` is standard input.
 * @throws {UsageError} that names the file, if it cannot be read or has problems
 */
export async function readYamlFile(path: string): Promise<YamlFile> {
  try {
    const bytes = await buffer(path === '-' ? process.stdin : createReadStream(path));
    return new YamlFile(path, new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    if (cause instanceof TypeError) throw new UsageError(`${path} is not UTF-8.`);
    throw new UsageError(`${path} cannot be read: ${fileProblem(cause)}`);
  }
}

/** Problems that are printed; further ones are only counted. */
const MAX_PROBLEMS = 20;

/** A YAML file that is read completely before anything is written, so that all its problems are reported. */
export class YamlFile {
  readonly documents: readonly Document.Parsed[];
  readonly #path: string;
  readonly #lines = new LineCounter();
  readonly #problems: string[] = [];

  /**
   * Parses the file. Besides errors of the syntax, its problems are aliases, and integers that would
   * be rounded. Keys are strings, so that `1.20` is an identifier.
   * @throws {UsageError} if it has problems
   */
  constructor(path: string, text: string) {
    this.#path = path;
    const options = { lineCounter: this.#lines, prettyErrors: false, stringKeys: true };
    this.documents = [...parseAllDocuments(text, options)];
    for (const { errors } of this.documents)
      for (const { pos, message } of errors)
        this.addProblem(pos[0], `${(message.split('\n')[0] ?? '').replace(/[.:]$/, '')}.`);
    this.assertNoProblems();
    for (const document of this.documents) this.#checkNodes(document);
    this.assertNoProblems();
  }

  /** @param at a node, or an offset; anything else stands for the beginning of the file */
  addProblem(at: unknown, problem: string): void {
    const offset = typeof at === 'number' ? at : isNode(at) ? (at.range?.[0] ?? 0) : 0;
    this.#problems.push(`${this.#path}:${Math.max(1, this.#lines.linePos(offset).line)}: ${problem}`);
  }

  /** Adds a problem for each key of a mapping that is not known. */
  refuseOtherKeys(mapping: unknown, known: readonly string[]): void {
    for (const { key } of isMap(mapping) ? mapping.items : []) {
      const name = textOfKey(key);
      if (!known.includes(name))
        this.addProblem(key, `Unknown key ${name}: ${didYouMean(name, known, 'the keys')}`);
    }
  }

  /** Reports each problem in a line of its own, with file and line. @throws {UsageError} if there are any */
  assertNoProblems(): void {
    if (this.#problems.length === 0) return;
    const remaining = this.#problems.length - MAX_PROBLEMS;
    const more = remaining > 0 ? [`and ${remaining} more`] : [];
    throw new UsageError(
      [...this.#problems.slice(0, MAX_PROBLEMS), ...more, 'nothing was written'].join('\n'),
    );
  }

  #checkNodes(document: Document.Parsed): void {
    visit(document, {
      Alias: (_, alias) => {
        this.addProblem(alias, `Aliases are not supported; put *${alias.source} in quotes if it is a text.`);
      },
      Scalar: (position, node) => {
        if (position !== 'key' && isRounded(node.value))
          this.addProblem(node, 'This number would be rounded; put it in quotes.');
      },
    });
  }
}

/** Returns the text of a key of a mapping. */
export function textOfKey(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}

/** Returns whether a parsed value is an integer beyond 2^53, which has probably been rounded. */
export function isRounded(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}
