import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { WIRE_FIXTURES_DIRECTORY } from './support/jar/wire-fixtures.ts';

const schema = JSON.parse(
  readFileSync(join(__dirname, 'fixtures', 'wire-fixture.schema.json'), 'utf8'),
) as object;
const validate = new Ajv({ strict: true, strictRequired: false }).compile(schema);
const files = readdirSync(WIRE_FIXTURES_DIRECTORY);

it('the wire fixtures fit the schema of a fixture', () => {
  const read = (file: string): unknown =>
    JSON.parse(readFileSync(join(WIRE_FIXTURES_DIRECTORY, file), 'utf8'));
  expect(files.filter((file) => !validate(read(file)))).toStrictEqual([]);
});

describe('the packets to mods', () => {
  const TO_A_MOD = join(__dirname, '..', 'mod-sdk', 'conformance', 'to-a-mod');
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as object;
  const data = read(`${TO_A_MOD}.json`) as { packets: { name: string }[] };

  it('fit their schema, and have names of their own', () => {
    const ajv = new Ajv({ strict: true, strictRequired: false }).addSchema(
      schema,
      'test/fixtures/wire-fixture.schema.json',
    );
    const fits = ajv.compile({ ...read(`${TO_A_MOD}.schema.json`), $id: 'mod-sdk/conformance/to-a-mod' });
    fits(data);
    expect(fits.errors ?? []).toStrictEqual([]);
    expect(new Set(data.packets.map(({ name }) => name)).size).toBe(data.packets.length);
  });
});

it('the package of the fixtures holds the cases and their schema, and nothing else, free to copy', async () => {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--dry-run', '--json'], {
    cwd: join(__dirname, 'fixtures'),
  });
  const [packed] = JSON.parse(stdout) as { files: { path: string }[] }[];
  const own = ['README.md', 'package.json', 'wire-fixture.schema.json'];
  const paths = packed?.files.map(({ path }) => path) ?? [];
  expect(paths.sort()).toStrictEqual([...own, ...files.map((file) => `wire/${file}`)].sort());
  const manifest = JSON.parse(readFileSync(join(__dirname, 'fixtures', 'package.json'), 'utf8')) as object;
  expect(manifest).toMatchObject({ license: 'CC0-1.0' });
});
