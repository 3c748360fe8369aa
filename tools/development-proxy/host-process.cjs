'use strict';
/** Runs the JVM half of the stand-in as a child process; host-process.d.cts documents the types. */
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { createServer } = require('node:net');
const { join } = require('node:path');
const { createInterface } = require('node:readline');

const STOP_GRACE_MS = 15_000;
const FAST_STARTUP_JVM_OPTIONS = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

async function startHost(options) {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const child = spawn(javaProgram(options.javaHome), jvmArguments(options, server.address().port), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: options.env ?? process.env,
    // Ctrl-C in a terminal is sent to the whole process group, but plugins must be shut down in order.
    detached: true,
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
  return controlHost(child, socket, exited, options.onEvent);
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

function controlHost(child, socket, exited, onEvent) {
  const pending = new Map();
  let lastId = 0;
  socket.setNoDelay(true);
  const lines = createInterface({ input: socket });
  // Socket errors are ignored, as the end of the process is reported separately; readline emits them again.
  for (const emitter of [socket, lines]) emitter.on('error', () => {});
  lines.on('line', (line) => {
    const message = JSON.parse(line);
    if (message.event !== undefined) return onEvent(message);
    const { resolve, reject } = pending.get(message.id);
    pending.delete(message.id);
    if (message.error === undefined) resolve(message.result);
    else reject(new Error(message.error));
  });
  void exited.then((code) => {
    for (const { reject } of pending.values())
      reject(new Error(`the JVM of the stand-in has ended: ${code}`));
    pending.clear();
  });
  const request = (op, details = {}) =>
    new Promise((resolve, reject) => {
      if (child.exitCode !== null || child.signalCode !== null) {
        reject(new Error('the JVM of the stand-in has ended'));
        return;
      }
      lastId += 1;
      pending.set(lastId, { resolve, reject });
      socket.write(`${JSON.stringify({ ...details, op, id: lastId })}\n`);
    });
  return {
    pid: child.pid,
    exited,
    request,
    async stop() {
      const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_GRACE_MS);
      await request('stop').catch(() => {}); // Fails if the host has already ended.
      socket.end();
      await exited;
      clearTimeout(killTimer);
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

module.exports = { FAST_STARTUP_JVM_OPTIONS, startHost };
