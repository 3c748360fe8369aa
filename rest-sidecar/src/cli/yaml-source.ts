import { readFile } from 'node:fs/promises';
import { text as readStream } from 'node:stream/consumers';
import { Failure, UsageFailure } from './failure.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'you may not read it',
};

/** Larger files are no lists, and would fill the memory. In bytes. */
const LARGEST = 512 * 1024 * 1024;

/**
 * The text of a file in UTF-8, `-` for standard input.
 * @throws {Failure} that names the file
 */
export async function readSource(path: string): Promise<string> {
  try {
    const bytes = path === '-' ? Buffer.from(await readStream(process.stdin)) : await readFile(path);
    if (bytes.length > LARGEST) throw new UsageFailure(`${path} is larger than 512 MB.`);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    if (cause instanceof TypeError) throw new UsageFailure(`${path} is not UTF-8.`);
    const { code = '', message } = cause as NodeJS.ErrnoException;
    throw new UsageFailure(`${path} cannot be read: ${REASONS[code] ?? message}`);
  }
}

/** What is wrong in a file, at a line: 1 for the first. */
export interface SourceProblem {
  readonly line: number;
  readonly problem: string;
}

/** Problems that are printed; of further ones only how many there are. */
const MOST_PROBLEMS = 20;

/** One line for each problem, with the file and its line. @throws {UsageFailure} where there is any */
export function refuseProblems(path: string, problems: readonly SourceProblem[]): void {
  if (problems.length === 0) return;
  const lines = problems.slice(0, MOST_PROBLEMS).map(({ line, problem }) => `${path}:${line}: ${problem}`);
  const rest = problems.length - lines.length;
  const more = rest > 0 ? [`and ${rest} more`] : [];
  throw new UsageFailure([...lines, ...more, 'nothing was written'].join('\n'));
}
