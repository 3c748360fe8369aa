import { describe, expect, it } from '@jest/globals';
import { runProgram } from '../../support/processes/run-program.ts';

describe('the types of the REST client', () => {
  it('match the OpenAPI document', async () => {
    const { code, stderr } = await runProgram(
      ['tools/assemble/generate-client-types.mjs', '--check'],
      process.env,
    );
    expect({ code, stderr }).toStrictEqual({ code: 0, stderr: '' });
  });
});
