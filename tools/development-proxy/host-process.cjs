'use strict';
/** The JVM half of the stand-in as a child process; see host-process.d.cts for the words. */
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { createServer } = require('node:net');
const { join } = require('node:path');
const { createInterface } = require('node:readline');

const STOP_GRACE_MS = 15_000;
const STARTS_FAST = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

async function startHost(options) {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const child = spawn(javaProgram(options.javaHome), jvmArguments(options, server.address().port), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: options.env ?? process.env,
    detached: true, // Ctrl-C in a terminal goes to the whole group: plugins have to stop in order.
  });
  const exited = new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal));
    child.once('error', (error) => resolve(error.message));
  }).then(async (end) => {
    await options.onEnd?.();
    return end;
  });
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on('line', options.onLine);
  }
  const socket = await Promise.race([once(server, 'connection').then(([connection]) => connection), exited]);
  server.close();
  if (typeof socket !== 'object') throw new Error(`the JVM of the stand-in did not start: ${socket}`);
  return controlled(child, socket, exited, options.onEvent);
}

function javaProgram(javaHome = process.env['JAVA_HOME']) {
  return javaHome ? join(javaHome, 'bin', 'java') : 'java';
}

function jvmArguments({ classPath, pluginsDirectory, behaviour, jvmOptions = [], classArchive }, port) {
  const shared = classArchive ? [`-XX:SharedArchiveFile=${classArchive}`] : [];
  return [
    ...jvmOptions,
    ...shared,
    '-cp',
    classPath,
    'standin.StandIn',
    String(port),
    pluginsDirectory,
    behaviour,
  ];
}

function controlled(child, socket, exited, onEvent) {
  const waiting = new Map();
  let lastId = 0;
  socket.setNoDelay(true);
  const lines = createInterface({ input: socket });
  // What matters is the end of the process. The lines have the socket's errors too.
  for (const emitter of [socket, lines]) emitter.on('error', () => {});
  lines.on('line', (line) => {
    const message = JSON.parse(line);
    if (message.event !== undefined) return onEvent(message);
    const { resolve, reject } = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error === undefined) resolve(message.result);
    else reject(new Error(message.error));
  });
  void exited.then((code) => {
    for (const { reject } of waiting.values())
      reject(new Error(`the JVM of the stand-in has ended: ${code}`));
    waiting.clear();
  });
  const request = (op, details = {}) =>
    new Promise((resolve, reject) => {
      if (child.exitCode !== null || child.signalCode !== null) {
        reject(new Error('the JVM of the stand-in has ended'));
        return;
      }
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      socket.write(`${JSON.stringify({ ...details, op, id: lastId })}\n`);
    });
  return {
    pid: child.pid,
    exited,
    request,
    async stop() {
      const patience = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS);
      await request('stop').catch(() => {}); // A host that has ended is stopped.
      socket.end();
      await exited;
      clearTimeout(patience);
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

module.exports = { STARTS_FAST, startHost };
