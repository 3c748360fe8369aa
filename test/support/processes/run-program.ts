import { runProgram as run } from '../../../tools/processes/program.mjs';
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
  const { code, stdout, stderr } = await run(process.execPath, args, { cwd: REPOSITORY, env });
  return { code, stdout, stderr };
}
