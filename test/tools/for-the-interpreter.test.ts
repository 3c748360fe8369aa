import { describe, expect, it } from '@jest/globals';
import { callInNode } from '../support/processes/call-in-node.ts';

const convert = (source: string) =>
  callInNode('tools/build-steps/for-the-interpreter.mjs', 'privateNamesAsProperties', source, 'a.ts');

describe('private names in a script for the interpreter', () => {
  it('become properties, and nothing moves', async () => {
    const source =
      'class A { readonly #a = 1; static #b(): number { return new A().#a; } text = "#a"; } // #a\n';
    const converted = await convert(source);
    expect(converted).toBe(
      'class A { readonly $a = 1; static $b(): number { return new A().$a; } text = "#a"; } // #a\n',
    );
    expect(converted).toHaveLength(source.length);
  });

  it('may be none', async () => {
    expect(await convert('const a = `#a`;')).toBe('const a = `#a`;');
  });

  it.each([
    [
      'a class that extends another',
      'class B extends A { #a = 1; }',
      '#a could be the name of a class above',
    ],
    ['a name that is asked for', 'class A { #a; static is(a: A) { return #a in a; } }', '"#a in"'],
    ['a property of that name', 'class A { #a = 1; $a = 2; }', '$a stands beside #a'],
  ])('are refused where one could tell: %s', async (_, source, problem) => {
    await expect(convert(source)).rejects.toThrow(problem);
  });
});
