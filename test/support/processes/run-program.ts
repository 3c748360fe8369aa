import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { REPOSITORY } from '../repository/repository.ts';

export interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a program with Node, in the repository's root, and waits for its end.
 * @param args the program's path and its arguments
 * @param env its complete environment
 */
export async function runProgram(args: readonly string[], env: NodeJS.ProcessEnv): Promise<ProgramResult> {
  const child = spawn(process.execPath, args, { cwd: REPOSITORY, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (output.stdout += piece));
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (output.stderr += piece));
  await once(child, 'close');
  return { code: child.exitCode, ...output };
}
