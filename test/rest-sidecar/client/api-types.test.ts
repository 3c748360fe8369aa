import { expect, it } from '@jest/globals';
import { runProgram } from '../../support/processes/run-program.ts';

it('the types of the REST client match the OpenAPI document', async () => {
  const { code, stderr } = await runProgram(
    ['tools/assemble/generate-client-types.mjs', '--check'],
    process.env,
  );
  expect({ code, stderr }).toStrictEqual({ code: 0, stderr: '' });
});
