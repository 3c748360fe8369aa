import { createProgress } from '../terminal/progress.mjs';

/**
 * Jest's reporter for the fault matrix and the attacks: one line for each row while it is tried and when it
 * is over, and in the end what failed. With `FC_ROWS_LIST`, also what was left out.
 */
export default class RowReporter {
  #progress = createProgress();
  #failures = [];
  #finish = () => {};

  onTestCaseStart(_test, { title }) {
    const outcome = new Promise((resolve) => {
      this.#finish = resolve;
    });
    const describe = ({ status }) => (status === 'passed' ? '' : 'promises were broken');
    void this.#progress.step(
      faultIn(title),
      () => outcome,
      describe,
      ({ status }) => status === 'passed',
    );
  }

  onTestCaseResult(_test, result) {
    this.#finish(result);
    if (result.status === 'failed') this.#failures.push(result);
  }

  onTestResult(_test, { testResults, testExecError }) {
    if (testExecError) this.#progress.say(String(testExecError.stack ?? testExecError.message));
    const isTold = ({ title }) => process.env['FC_ROWS_LIST'] !== undefined || title.includes('(not tried: ');
    for (const { title } of testResults.filter(({ status }) => status === 'pending').filter(isTold))
      this.#progress.say(`  - ${title}`);
  }

  onRunComplete() {
    for (const { title, failureMessages } of this.#failures)
      this.#progress.say(`\n${faultIn(title)}\n${failureMessages.join('\n')}`);
  }
}

function faultIn(title) {
  return title.split(':')[0];
}
