/** A fenced code block of a Markdown text. */
export interface Fence {
  /** The word after the opening fence, such as `sh`; empty if there is none. */
  readonly language: string;
  readonly text: string;
}

export function fences(markdown: string): Fence[] {
  const found = markdown.matchAll(/^```(\w*)[^\n]*\n([\s\S]*?)^```/gm);
  return [...found].map((match) => ({ language: match[1] ?? '', text: match[2] ?? '' }));
}

/**
 * Returns the lines of all `sh` fences, without prompts, comments and empty lines. A line that ends with `\`
 * is joined with the next.
 */
export function shellLines(markdown: string): string[] {
  const shell = fences(markdown).filter(({ language }) => language === 'sh');
  const lines = shell.flatMap(({ text }) => text.replaceAll('\\\n', ' ').split('\n'));
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
}

/**
 * Splits a command into words like a POSIX shell: quotes, backslashes, and a comment at the end; no
 * expansion.
 */
export function shellWords(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  const tokens = line.matchAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|(\s+)|(#.*$)|([^\s'"\\])/g);
  for (const [, single, double, escaped, blank, comment, plain] of tokens) {
    const isComment = comment !== undefined && word === undefined;
    if (blank !== undefined || isComment) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word =
        (word ?? '') + (single ?? double?.replace(/\\([\\"$`])/g, '$1') ?? escaped ?? comment ?? plain ?? '');
    }
  }
  return word === undefined ? words : [...words, word];
}

/** Returns inline code between single backticks, outside fences. */
export function inlineCode(markdown: string): string[] {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, '');
  return [...prose.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? '');
}

/** Returns the targets of links, `[text](target)`. */
export function linkTargets(markdown: string): string[] {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');
}

/** Returns the anchors of headings, as GitHub creates them. */
export function anchors(markdown: string): string[] {
  const headings = markdown.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ +(.+)$/gm);
  return [...headings].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
