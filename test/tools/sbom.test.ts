import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { unpackJar } from '../support/jar/unpack-jar.ts';
import { useTemporaryDirectory } from '../support/processes/use-temporary-directory.ts';
import { readRepositoryFile } from '../support/repository/source-files.ts';
import { builtJar } from '../velocity-stand-in/built-jar.ts';

/** The schema that CycloneDX publishes, from its own library. */
function cycloneDxValidator() {
  const folder = 'node_modules/@cyclonedx/cyclonedx-library/res/schema';
  const schema = (name: string) =>
    JSON.parse(readRepositoryFile(`${folder}/${name}.SNAPSHOT.schema.json`)) as object;
  // Strict mode checks the style of schemas, and this one is not the project's.
  const ajv = new Ajv({ strict: false, logger: false, formats: { 'idn-email': true } });
  addFormats(ajv);
  for (const name of ['spdx', 'jsf-0.82'])
    ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  return ajv.compile(schema('bom-1.5'));
}

describe('the bills of materials of the build', () => {
  const directory = useTemporaryDirectory();
  const inJar = (path: string): string => readFileSync(join(directory.path, path), 'utf8');
  let nested: string[];

  beforeAll(async () => {
    await unpackJar(builtJar(), 'META-INF', directory.path);
    nested = readdirSync(join(directory.path, 'META-INF/libraries')).filter((name) => name.endsWith('.jar'));
  });

  it('conform to the schema of CycloneDX, in the jar, next to the sidecar, and in the library for mods', () => {
    const validate = cycloneDxValidator();
    const bills = [
      inJar('META-INF/sbom/feature-control.cdx.json'),
      readRepositoryFile('rest-sidecar/build/sidecar.cdx.json'),
      readRepositoryFile('admin/build/cli.cdx.json'),
      readRepositoryFile('mod-sdk/build/notices/feature-control-mod.cdx.json'),
    ].map((text) => JSON.parse(text) as { components: unknown[] });
    for (const bill of bills) {
      expect([validate(bill), validate.errors]).toEqual([true, null]);
      expect(validate({ ...bill, components: [{ type: 'thing' }] })).toBe(false);
    }
  });

  it('names the licence of every library in the jar, and of what was bundled into the script', () => {
    const listed = inJar('META-INF/licenses/THIRD-PARTY.txt').trimEnd().split('\n');
    const jars = listed.filter((line) => line.startsWith('pkg:maven/'));
    const named = jars.map((line) => line.replace(/^pkg:maven\/[^/]+\/([^@]+)@(\S+) .*$/, '$1-$2.jar'));
    expect(named.sort()).toEqual(nested.sort());
    expect(listed.filter((line) => !/^pkg:\S+ [\w.-]+(?: AND [\w.-]+)*$/.test(line))).toEqual([]);
    const script = inJar('META-INF/feature-control/plugin.js');
    const bundled = new Set([...script.matchAll(/node_modules\/([^/"]+)/g)].map(([, name]) => name));
    expect([...bundled]).toEqual(['ajv']);
    expect(listed).toContainEqual(expect.stringMatching(/^pkg:npm\/ajv@\S+ MIT$/));
    expect(inJar('META-INF/licenses/ajv.txt')).toContain('Copyright');
  });
});
