import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { expect, it } from '@jest/globals';
import { fromRoot } from '../../tools/files/paths.mjs';
import { isAlive, untilGone } from '../support/processes/is-alive.ts';

const MODULE = pathToFileURL(fromRoot('tools', 'processes', 'program.mjs')).href;
const STARTER = `
  const { startProgram } = await import(${JSON.stringify(MODULE)});
  const { pid } = startProgram({ command: 'sleep', args: ['1000'] });
  console.log(pid);
  setInterval(() => {}, 1000);
`;

it.each(['SIGKILL', 'SIGINT'] as const)(
  'a started program ends when the process that has started it is ended by %s',
  async (signal) => {
    const starter = spawn(process.execPath, ['--input-type=module', '--eval', STARTER]);
    const [line] = (await once(createInterface(starter.stdout), 'line')) as [string];
    const pid = Number(line);
    expect(isAlive(pid)).toBe(true);
    starter.kill(signal);
    await untilGone([pid]);
  },
);
