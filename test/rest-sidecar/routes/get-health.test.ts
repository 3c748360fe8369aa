import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestSidecar, type SidecarUnderTest } from '../sidecar-under-test.ts';

/** While Redis is unreachable: redis-outage.test.ts. */
describe('getHealth', () => {
  let sidecar: SidecarUnderTest;

  beforeAll(async () => {
    sidecar = await startTestSidecar();
  });

  afterAll(async () => {
    await sidecar.stop();
  });

  it('answers a HealthResponse, and nothing more than its status [R-HEALTH-1, D-HEALTH-1, D-HEALTH-2, G7]', async () => {
    const { status, json } = await sidecar.get('/v1/health');
    expect(status).toBe(200);
    expect(json).toStrictEqual({ status: 'ok' });
  });

  it('has no parameters [R-HEALTH-1, G24]', async () => {
    const { status, json } = await sidecar.get('/v1/health?server=lobby&limit=0&%ff');
    expect(status).toBe(200);
    expect(json).toStrictEqual({ status: 'ok' });
  });
});
