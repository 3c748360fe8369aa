import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestSidecar, type SidecarUnderTest } from '../sidecar-under-test.ts';

/** An unreachable Redis is tested in redis-outage.test.ts. */
describe('getHealth', () => {
  let sidecar: SidecarUnderTest;

  beforeAll(async () => {
    sidecar = await startTestSidecar();
  });

  afterAll(async () => {
    await sidecar.stop();
  });

  it('answers a HealthResponse with only the status [R-HEALTH-1, D-HEALTH-1, D-HEALTH-2, G7]', async () => {
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
