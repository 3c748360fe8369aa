import { describe, expect, it } from '@jest/globals';
import { readSettings } from '../../admin/cli/command-context.ts';
import { readAdminServerConfig } from '../../admin/server/config.ts';
import { Variables } from '../../node/variables.ts';
import type { Environment } from '../../node/variables.ts';
import { parseConfig } from '../../rest-sidecar/src/config.ts';

interface Read {
  readonly settings: object;
  readonly misspelt: readonly string[];
}

/** How each program reads its environment. */
const PROGRAMS: Readonly<Record<string, (environment: Environment) => Read>> = {
  'the sidecar'(environment) {
    const parsed = parseConfig(environment);
    if (!parsed.ok) throw new Error(parsed.problem);
    return { settings: parsed.value.config, misspelt: parsed.value.misspelt };
  },
  "the admin's server"(environment) {
    const variables = new Variables(environment);
    return { settings: readAdminServerConfig(variables), misspelt: variables.misspelt() };
  },
  'the command line'(environment) {
    const context = { environment, out: () => undefined, err: () => undefined, nowMs: () => 0 };
    const { misspelt, ...settings } = readSettings(context);
    return { settings, misspelt };
  },
};

/** What Kubernetes sets for a service, as in its documentation. */
function serviceLinks(service: string): Environment {
  const name = service.toUpperCase().replaceAll('-', '_');
  return {
    [`${name}_SERVICE_HOST`]: '10.0.0.5',
    [`${name}_SERVICE_PORT`]: '8081',
    [`${name}_SERVICE_PORT_HTTP`]: '8081',
    [`${name}_PORT`]: 'tcp://10.0.0.5:8081',
    [`${name}_PORT_8081_TCP`]: 'tcp://10.0.0.5:8081',
    [`${name}_PORT_8081_TCP_PROTO`]: 'tcp',
    [`${name}_PORT_8081_TCP_PORT`]: '8081',
    [`${name}_PORT_8081_TCP_ADDR`]: '10.0.0.5',
  };
}

/** Every name of a service whose variables could be, or resemble, one of ours. */
function servicesLike(read: (environment: Environment) => unknown): string[] {
  const ours = new Set<string>();
  read(
    new Proxy<Environment>(
      {},
      { get: (_, name) => (typeof name === 'string' ? void ours.add(name) : undefined) },
    ),
  );
  expect(ours.size).toBeGreaterThan(5);
  return Array.from(ours).flatMap((variable) => {
    const words = variable.split('_');
    return words.map((_, index) =>
      words
        .slice(0, index + 1)
        .join('-')
        .toLowerCase(),
    );
  });
}

describe.each(Object.entries(PROGRAMS))('%s', (_, read) => {
  it('is not changed by what Kubernetes sets for a service, whatever its name', () => {
    const services = ['admin', 'admins', 'redis', 'feature-control', 'host', ...servicesLike(read)];
    const environment = Object.assign({}, ...services.map(serviceLinks)) as Environment;
    expect(read(environment)).toStrictEqual({ ...read({}), misspelt: [] });
  });

  const inUrl = 'REDIS_URL has the address, the user and the password of Redis';
  it.each([
    ['REDIS_URI', undefined, 'did you mean REDIS_URL?'],
    ['REDISURL', undefined, 'did you mean REDIS_URL?'],
    ['KEYPREFIX', undefined, 'did you mean KEY_PREFIX?'],
    ['KEY_PREFX', 'redis://:secret@redis', 'did you mean KEY_PREFIX?'],
    ['REDIS_HOST', undefined, inUrl],
    ['REDIS_PORT', undefined, inUrl],
    ['REDIS_PASSWORD', undefined, inUrl],
    ['REDIS_PASSWORD', 'redis://redis', inUrl],
  ])('says that %s is not a setting', (name, url, hint) => {
    const { misspelt } = read({ [name]: '1', ...(url === undefined ? {} : { REDIS_URL: url }) });
    expect(misspelt).toStrictEqual([`${name} is not a setting: ${hint}`]);
  });

  it('says nothing of variables of others', () => {
    const others = {
      HOME: '/',
      LOGNAME: 'ada',
      LANG: 'C',
      OTHER_FILE: 'x',
      REDIS_VERSION: '8',
      XDG_DATA: 'x',
    };
    const withUrl = { REDIS_URL: 'redis://:secret@redis', REDIS_HOST: 'redis', REDIS_PASSWORD: 'secret' };
    expect(read({ ...others, ...withUrl }).misspelt).toStrictEqual([]);
  });

  it('says that braces are what is wrong with a prefix', () => {
    expect(() => read({ KEY_PREFIX: 'a{b' })).toThrow(/^KEY_PREFIX must not contain braces/);
  });
});

it.each(['the sidecar', "the admin's server"])('%s names LOGLEVEL', (program) => {
  expect(PROGRAMS[program]?.({ LOGLEVEL: 'debug' }).misspelt).toStrictEqual([
    'LOGLEVEL is not a setting: did you mean LOG_LEVEL?',
  ]);
});
