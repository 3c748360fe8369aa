/** A failure whose message is all that the user needs: it is printed as one line, without a stack trace. */
export class ExplainedError extends Error {}

/**
 * Runs a program's main function. An explained error ends it with its one line and exit code 1; any other one
 * is a bug of ours and keeps its stack trace.
 * @param {() => Promise<void>} main
 */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof ExplainedError)) throw error;
    console.error(`feature-control: ${error.message}`);
    process.exitCode = 1;
  }
}
