import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { commandName, isUnsolicited, RespFrames } from './resp-frames.ts';

const VALUES = [
  '+OK\r\n',
  '-ERR no\r\n',
  ':42\r\n',
  '$-1\r\n',
  '$0\r\n\r\n',
  '$6\r\na\r\n$b$\r\n',
  '*-1\r\n',
  '*0\r\n',
  '*2\r\n$1\r\na\r\n*2\r\n:1\r\n$-1\r\n',
  '_\r\n',
  '#t\r\n',
  ',1.5\r\n',
  '=5\r\ntxt:a\r\n',
  '%2\r\n+a\r\n:1\r\n+b\r\n*1\r\n:2\r\n',
  '~2\r\n:1\r\n:2\r\n',
  '>2\r\n$10\r\ninvalidate\r\n*1\r\n$1\r\nk\r\n',
  '|1\r\n+ttl\r\n:5\r\n:42\r\n',
];

describe('RespFrames', () => {
  it.each(VALUES)('parses %j as one value', (value) => {
    expect(new RespFrames().push(Buffer.from(value)).map(String)).toEqual([value]);
  });

  it('finds the same values for all ways to split the stream', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...VALUES), { maxLength: 8 }),
        fc.array(fc.nat(100), { maxLength: 20 }),
        (values, cuts) => {
          const stream = Buffer.from(values.join(''));
          const ends = [...cuts.filter((cut) => cut < stream.length).sort((a, b) => a - b), stream.length];
          const frames = new RespFrames();
          const found = ends.flatMap((end, index) => frames.push(stream.subarray(ends[index - 1] ?? 0, end)));
          expect(found.map(String)).toEqual(values);
        },
      ),
    );
  });
});

describe('the kind of a frame', () => {
  it('detects values that are not replies to commands', () => {
    const three = (head: string, name: string): boolean =>
      isUnsolicited(Buffer.from(`${head}\r\n$${name.length}\r\n${name}\r\n$1\r\nc\r\n$1\r\nm\r\n`));
    expect([three('>3', 'message'), three('>2', 'invalidate'), three('*3', 'message')]).not.toContain(false);
    expect([three('>3', 'subscribe'), three('*3', 'subscribe'), three('*3', 'messages')]).not.toContain(true);
  });

  it('returns the name of a command', () => {
    expect(commandName(Buffer.from('*2\r\n$3\r\nget\r\n$1\r\nk\r\n'))).toBe('GET');
  });
});
