import { connect, type Socket } from 'node:net';
import type { ChangeFeedStep, ErrorFault, Fault } from './fault.ts';
import {
  commandName,
  isUnsolicited,
  replaceLines,
  requestsInvalidations,
  RespFrames,
} from './resp-frames.ts';

/** What replies to a command: Redis, or an error of the proxy. */
type Answer = { readonly command: string } | Buffer;

/**
 * One connection of a program and the corresponding connection to Redis. Replies keep the order of the
 * commands, regardless of their source.
 */
export class FaultyConnection {
  readonly #client: Socket;
  readonly #redis: Socket;
  readonly #commands = new RespFrames();
  readonly #replies = new RespFrames();
  readonly #answers: Answer[] = [];
  #fault: Fault;
  #pending = 0;
  readonly #steps = new Set<ChangeFeedStep>();
  /** Data sent while nothing passes. */
  #held: (() => void)[] = [];
  /** Data from Redis that is still delayed. */
  readonly #delayed: (() => void)[] = [];

  /** @param ended called once, when the connection is closed */
  constructor(client: Socket, redisPort: number, fault: Fault, ended: () => void) {
    this.#client = client.setNoDelay();
    this.#redis = connect(redisPort, '127.0.0.1').setNoDelay();
    this.#fault = fault;
    client.on('data', (bytes) => {
      const frames = this.#commands.push(bytes);
      this.#pending += frames.length;
      if (frames.some(requestsInvalidations)) this.#steps.add('change feeds');
      if (frames.some((frame) => commandName(frame) === 'SUBSCRIBE')) this.#steps.add('subscriptions');
      this.#pass(() => {
        this.#fromClient(frames);
      });
    });
    this.#redis.on('data', (bytes) => {
      this.#pass(() => {
        this.#delay(() => {
          this.#fromRedis(bytes);
        });
      });
    });
    const end = (): void => {
      if (client.destroyed && this.#redis.destroyed) return;
      client.destroy();
      this.#redis.destroy();
      ended();
    };
    for (const socket of [client, this.#redis]) socket.on('error', end).on('close', end);
  }

  set fault(fault: Fault) {
    this.#fault = fault;
    if (this.#isBlocked) return;
    const held = this.#held;
    this.#held = [];
    for (const pass of held) pass();
  }

  /** Whether no data may pass now. */
  get #isBlocked(): boolean {
    if (this.#fault.kind !== 'black-hole') return false;
    return this.#fault.only === undefined || this.#steps.has(this.#fault.only);
  }

  /** Number of commands without a reply. */
  get pending(): number {
    return this.#pending;
  }

  /**
   * Only closes a connection that its client is closing at the same time: Node would lose a socket that is
   * reset then, and never exit.
   */
  reset(): void {
    if (this.#client.writableEnded) this.#client.destroy();
    else this.#client.resetAndDestroy();
  }

  #pass(action: () => void): void {
    if (this.#fault.kind === 'reset') this.reset();
    else if (this.#isBlocked) this.#held.push(action);
    else action();
  }

  /**
   * Calls `action` after the fault's delay. Each timer releases the oldest data, so that a shorter delay does
   * not reorder data.
   */
  #delay(action: () => void): void {
    const delayMs = this.#fault.kind === 'delay' ? this.#fault.ms : 0;
    if (delayMs === 0 && this.#delayed.length === 0) {
      action();
      return;
    }
    this.#delayed.push(action);
    setTimeout(() => this.#delayed.shift()?.(), delayMs).unref();
  }

  #fromClient(frames: readonly Buffer[]): void {
    for (const frame of frames) {
      if (this.#fault.kind === 'error' && isAffected(this.#fault, commandName(frame))) {
        this.#answers.push(Buffer.from(`-${this.#fault.error}\r\n`));
      } else {
        this.#answers.push({ command: commandName(frame) });
        this.#redis.write(frame);
      }
    }
    this.#sendErrors();
  }

  #fromRedis(bytes: Buffer): void {
    for (const frame of this.#replies.push(bytes)) {
      this.#client.write(isUnsolicited(frame) ? frame : this.#edit(frame));
      if (!isUnsolicited(frame)) this.#countReply();
      this.#sendErrors();
    }
  }

  /** Returns the reply to the oldest command as the client is to receive it. */
  #edit(frame: Buffer): Buffer {
    const [answer] = this.#answers;
    const isInfo = answer !== undefined && 'command' in answer && answer.command === 'INFO';
    return isInfo && this.#fault.kind === 'info' ? replaceLines(frame, this.#fault.replace) : frame;
  }

  /** Sends the errors that are next in the order of replies. */
  #sendErrors(): void {
    for (let next = this.#answers[0]; next instanceof Buffer; next = this.#answers[0]) {
      this.#client.write(next);
      this.#countReply();
    }
  }

  #countReply(): void {
    this.#answers.shift();
    this.#pending--;
  }
}

function isAffected({ commands }: ErrorFault, command: string): boolean {
  return commands?.includes(command) ?? true;
}
