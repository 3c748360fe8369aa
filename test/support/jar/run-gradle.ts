import { execFile } from 'node:child_process';

/** Runs Gradle without a daemon. @param env additional environment variables */
export async function runGradle(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number | string; readonly output: string }> {
  const options = ['--no-daemon', '--console=plain', ...args];
  return await new Promise((resolve) => {
    execFile(
      process.env['FC_GRADLE'] ?? 'gradle',
      options,
      { cwd, env: { ...process.env, ...env } },
      (error, stdout, stderr) => {
        resolve({ code: error?.code ?? 0, output: stdout + stderr });
      },
    );
  });
}
