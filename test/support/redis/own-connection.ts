/**
 * Options of the tests' own connections to Redis: no commands are sent that the test does not send, and no
 * timer remains after the connection is closed (by default, ioredis keeps one for 2 s).
 */
export const OWN_CONNECTION = { disableClientInfo: true, disconnectTimeout: 0 };
