import { connect, type Socket } from 'node:net';
import type { ErrorFault, Fault } from './fault.ts';
import { commandName, isUnasked, RespFrames } from './resp-frames.ts';

/** Who answers a command: Redis, or we with an error. */
type Answer = 'redis' | Buffer;

/** One connection of a program, and the one to Redis behind it. Answers keep the order of the commands, wherever they come from. */
export class FaultyConnection {
  readonly #client: Socket;
  readonly #redis: Socket;
  readonly #commands = new RespFrames();
  readonly #replies = new RespFrames();
  readonly #answers: Answer[] = [];
  #fault: Fault;
  /** What was sent while nothing passes. */
  #held: (() => void)[] = [];
  /** What Redis sent and is not due yet. */
  readonly #delayed: (() => void)[] = [];

  /** @param ended called once, when the connection is over */
  constructor(client: Socket, redisPort: number, fault: Fault, ended: () => void) {
    this.#client = client.setNoDelay();
    this.#redis = connect(redisPort, '127.0.0.1').setNoDelay();
    this.#fault = fault;
    client.on('data', (bytes) => {
      this.#pass(() => {
        this.#fromClient(bytes);
      });
    });
    this.#redis.on('data', (bytes) => {
      this.#pass(() => {
        this.#later(() => {
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
    if (fault.kind === 'black-hole') return;
    const held = this.#held;
    this.#held = [];
    for (const pass of held) pass();
  }

  reset(): void {
    this.#client.resetAndDestroy();
  }

  #pass(action: () => void): void {
    if (this.#fault.kind === 'reset') this.reset();
    else if (this.#fault.kind === 'black-hole') this.#held.push(action);
    else action();
  }

  /** Each timer lets out the oldest, so a shorter delay lets nothing overtake. */
  #later(action: () => void): void {
    const delayMs = this.#fault.kind === 'delay' ? this.#fault.ms : 0;
    if (delayMs === 0 && this.#delayed.length === 0) {
      action();
      return;
    }
    this.#delayed.push(action);
    setTimeout(() => this.#delayed.shift()?.(), delayMs).unref();
  }

  #fromClient(bytes: Buffer): void {
    for (const frame of this.#commands.push(bytes)) {
      if (this.#fault.kind === 'error' && isMeant(this.#fault, commandName(frame))) {
        this.#answers.push(Buffer.from(`-${this.#fault.error}\r\n`));
      } else {
        this.#answers.push('redis');
        this.#redis.write(frame);
      }
    }
    this.#sendErrors();
  }

  #fromRedis(bytes: Buffer): void {
    for (const frame of this.#replies.push(bytes)) {
      this.#client.write(frame);
      if (!isUnasked(frame)) this.#answers.shift();
      this.#sendErrors();
    }
  }

  /** Sends the errors whose turn it is. */
  #sendErrors(): void {
    for (let next = this.#answers[0]; next !== undefined && next !== 'redis'; next = this.#answers[0]) {
      this.#client.write(next);
      this.#answers.shift();
    }
  }
}

function isMeant({ commands }: ErrorFault, command: string): boolean {
  return commands?.includes(command) ?? true;
}
