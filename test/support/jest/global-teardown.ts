/** Stops the Redis of global-setup.ts. */
export default async function tearDown(): Promise<void> {
  await globalThis.sharedTestRedis?.stop();
}
