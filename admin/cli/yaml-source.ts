import { createReadStream } from 'node:fs';
import { CommandError, UsageError } from './command-error.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
};

/** Larger files are refused: they would exhaust the memory, and no file of lists or records is that large. */
const MAX_BYTES = 512 * 1024 * 1024;

/**
 * Reads a file in UTF-8; `-` is standard input.
 * @throws {UsageError} that names the file
 */
export async function readSource(path: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readBytes(path));
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    if (cause instanceof TypeError) throw new UsageError(`${path} is not UTF-8.`);
    const { code = '', message } = cause as NodeJS.ErrnoException;
    throw new UsageError(`${path} cannot be read: ${REASONS[code] ?? message}`);
  }
}

/** Stops at the size limit, as a pipe or a device may have no end. */
async function readBytes(path: string): Promise<Buffer> {
  const stream: AsyncIterable<Buffer> = path === '-' ? process.stdin : createReadStream(path);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new UsageError(`${path} is larger than 512 MB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A problem of a file. */
export interface SourceProblem {
  /** 1 for the first line. */
  readonly line: number;
  readonly problem: string;
}

/** Problems that are printed; further ones are only counted. */
const MAX_PROBLEMS = 20;

/** Reports each problem in a line of its own, with file and line. @throws {UsageError} if there are any */
export function assertNoProblems(path: string, problems: readonly SourceProblem[]): void {
  if (problems.length === 0) return;
  const lines = problems.slice(0, MAX_PROBLEMS).map(({ line, problem }) => `${path}:${line}: ${problem}`);
  const remaining = problems.length - lines.length;
  const more = remaining > 0 ? [`and ${remaining} more`] : [];
  throw new UsageError([...lines, ...more, 'nothing was written'].join('\n'));
}
