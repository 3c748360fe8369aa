import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openSilently, startGuesses } from '../../attack/operator-attacks.ts';
import { eventually } from '../../support/eventually.ts';
import { startOperatorsUnderTest, type OperatorsUnderTest } from './operators-under-test.ts';

/** `npm run attack` opens 3,000. */
const CONNECTIONS = 1000;

describe("the operators' listener under attack", () => {
  let operators: OperatorsUnderTest;
  const ask: OperatorsUnderTest['ask'] = async (...question) => await operators.ask(...question);
  const issue: OperatorsUnderTest['issue'] = async (...token) => await operators.issue(...token);

  beforeAll(async () => {
    operators = await startOperatorsUnderTest();
  });

  afterAll(async () => {
    await operators.stop();
  });

  it('accepts each valid token, even a new one, while other clients on its address guess tokens [G59]', async () => {
    const guessing = startGuesses(operators.port);
    await eventually(() => guessing.statuses.includes(429), { what: 'too many failures' });
    const statuses: number[] = [];
    for (let index = 0; index < 80; index++) {
      statuses.push((await ask('/metrics', await issue('metrics:read'))).status);
    }
    guessing.stop();
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(guessing.statuses.filter((status) => status !== 401 && status !== 429)).toEqual([]);
  });

  it('answers while 1,000 silent connections are open [G60]', async () => {
    const held = await openSilently(operators.port, CONNECTIONS);
    // The listener may close a connection between two requests on it, as any HTTP server.
    const onNewConnection = { Connection: 'close' };
    for (let index = 0; index < 20; index++)
      expect((await operators.askWith('/ready', onNewConnection)).status).toBe(200);
    await eventually(() => held.filter(({ destroyed }) => destroyed).length >= CONNECTIONS - 64, {
      what: 'the connections beyond the share of the address to be closed',
    });
    const authorization = { Authorization: `Bearer ${await issue('metrics:read')}` };
    expect((await operators.askWith('/metrics', { ...authorization, ...onNewConnection })).status).toBe(200);
    expect(operators.logger.at('warn')).toContain(
      'Operator connections are closed: more than 64 per address or 256 in total',
    );
    // The other connections are closed because they send no request in time.
    await eventually(() => held.every(({ destroyed }) => destroyed), {
      what: 'the end of all of them',
      withinMs: 20_000,
    });
  });
});
