/**
 * How the tests connect to a Redis themselves: nothing is sent that they do not send, and nothing is left
 * when they are done, where ioredis keeps a timer for 2 s.
 */
export const OWN_CONNECTION = { disableClientInfo: true, disconnectTimeout: 0 };
