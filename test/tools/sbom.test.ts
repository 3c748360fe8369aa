import { describe, expect, it } from '@jest/globals';
import { callInNode } from '../support/call-in-node.ts';
import { readRepositoryFile } from '../support/source-files.ts';

interface Component {
  readonly name: string;
  readonly purl: string;
  readonly license: string;
  readonly hash: { readonly content: string };
}

const call = async (name: string, ...args: unknown[]): Promise<unknown> =>
  await callInNode('tools/lib/cyclonedx.mjs', name, ...args);

describe('the bills of materials', () => {
  it('name every library of the jar, with its licence and its checksum', async () => {
    const components = (await call('jarComponents')) as Component[];
    const lines = readRepositoryFile('plugin/libraries.txt').split('\n');
    expect(components).toHaveLength(lines.filter((line) => /^(?:settings|engine) /.test(line)).length);
    const lettuce = components.find(({ name }) => name === 'lettuce-core');
    expect(lettuce?.purl).toMatch(/^pkg:maven\/io\.lettuce\/lettuce-core@\d/);
    expect(
      components.filter(({ license, hash }) => !license || !/^[0-9a-f]{64}$/.test(hash.content)),
    ).toEqual([]);
  });

  it('name every npm package that ships, and none of the tools', async () => {
    const components = (await call('npmComponents')) as Component[];
    const names = components.map(({ name }) => name);
    const { dependencies } = JSON.parse(readRepositoryFile('package.json')) as { dependencies: object };
    expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)));
    expect(names).not.toContain('jest');
    const broken = components.filter(
      ({ license, hash }) => license === 'NOASSERTION' || !/^[0-9a-f]{128}$/.test(hash.content),
    );
    expect(broken).toEqual([]);
  });

  it('are CycloneDX, and the same each time', async () => {
    const component = {
      name: 'a',
      version: '1',
      purl: 'pkg:npm/a@1',
      license: 'MIT',
      hash: { alg: 'SHA-512', content: '00' },
    };
    const bill = await call('toBillOfMaterials', 'name', '1.0.0', [component]);
    expect(bill).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      components: [{ purl: 'pkg:npm/a@1' }],
    });
    expect(await call('toBillOfMaterials', 'name', '1.0.0', [component])).toEqual(bill);
  });
});
