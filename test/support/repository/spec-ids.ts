import { readRepositoryFile } from './source-files.ts';

/** A rule of the specification, or a decision, as listed in docs/spec.md and docs/spec-gaps.md. */
export interface SpecRule {
  readonly id: string;
  /** `tested`, or `not tested: ` and the reason. Every decision is tested. */
  readonly coverage: string;
}

const ID = /^(?:[A-Z]-[A-Z]+-\d+|G\d+)$/;

/** Returns every row of the tables in the two documents. */
export function readSpecRules(): SpecRule[] {
  return ['docs/spec.md', 'docs/spec-gaps.md'].flatMap((path) => parseSpecRules(readRepositoryFile(path)));
}

/** Returns the rows of Markdown tables that start with an id. */
export function parseSpecRules(markdown: string): SpecRule[] {
  return markdown.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    const id = cells[1] ?? '';
    return line.startsWith('|') && ID.test(id)
      ? [{ id, coverage: id.startsWith('G') ? 'tested' : (cells.at(-2) ?? '') }]
      : [];
  });
}

/** Returns the ids in brackets, as in the title `answers 404 [R-SERVERS-3, G4]`. */
export function idsInBrackets(text: string): string[] {
  const lists = [...text.matchAll(/\[([^\][]*)\]/g)].map((match) => match[1] ?? '');
  return lists.flatMap((list) => list.split(/[\s,]+/)).filter((word) => ID.test(word));
}
