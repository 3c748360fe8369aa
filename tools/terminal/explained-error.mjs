/** A failure whose message is all that the user needs. It is printed as one line, without a stack trace. */
export class ExplainedError extends Error {}

/**
 * Runs a program's main function. For an ExplainedError, prints its one line and sets exit code 1; any other
 * error is a bug, and is thrown with its stack trace.
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
