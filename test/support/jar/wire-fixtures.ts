import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from '@jest/globals';
import type { MethodName } from '../../../shared/feature-control/methods.ts';

/** The state before the packet; see test/fixtures/README.md. */
export interface Given {
  readonly global?: readonly string[];
  readonly personal?: Readonly<Record<string, readonly string[]>>;
  readonly playerUsedPermit?: true;
  readonly redisNeverReached?: true;
}

/** One case of the wire protocol. */
export interface WireFixture {
  /** The file name without its extension. */
  readonly name: string;
  readonly title: string;
  /**
   * The method whose permit is taken and checked, and that the request calls unless it is rejected earlier.
   */
  readonly method: MethodName;
  readonly given: Given;
  readonly requestBytes: Buffer;
  /** The JSON of the answer, with matchers in place of some strings. */
  readonly response: unknown;
  /** Undefined if the case does not define it. */
  readonly usesPermit?: boolean;
}

type Bytes = { readonly text: string } | { readonly base64: string };
type RequestForm =
  | Bytes
  | { readonly repeat: Bytes & { readonly times: number } }
  | { readonly parts: readonly RequestForm[] };

export const WIRE_FIXTURES_DIRECTORY = join(__dirname, '..', '..', 'fixtures', 'wire');

/** Returns all cases, ordered by name. */
export function loadWireFixtures(): WireFixture[] {
  const files = readdirSync(WIRE_FIXTURES_DIRECTORY).filter((file) => file.endsWith('.json'));
  return files.sort().map((file) => {
    const text = readFileSync(join(WIRE_FIXTURES_DIRECTORY, file), 'utf8');
    const { request, ...rest } = JSON.parse(text) as Omit<WireFixture, 'name' | 'requestBytes'> & {
      request: RequestForm;
    };
    return { ...rest, name: basename(file, '.json'), requestBytes: toBytes(request) };
  });
}

/** Fails the running test unless the answer equals that of the fixture, field by field. */
export function expectResponse(fixture: Pick<WireFixture, 'response'>, actualText: string): void {
  expect(JSON.parse(actualText)).toStrictEqual(withMatchers(fixture.response));
}

function toBytes(form: RequestForm): Buffer {
  if ('parts' in form) return Buffer.concat(form.parts.map(toBytes));
  if ('repeat' in form) return Buffer.concat(Array<Buffer>(form.repeat.times).fill(toBytes(form.repeat)));
  return 'base64' in form ? Buffer.from(form.base64, 'base64') : Buffer.from(form.text, 'utf8');
}

function withMatchers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMatchers);
  if (typeof value !== 'object' || value === null) return value;
  if ('$anyString' in value) return expect.stringMatching(/^[\s\S]+$/);
  if ('$pattern' in value) return expect.stringMatching(new RegExp(String(value.$pattern), 'u'));
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withMatchers(field)]));
}
