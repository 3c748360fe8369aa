/** How long a fault lasts is what is tried; there is nothing to wait for. */
export async function pass(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
