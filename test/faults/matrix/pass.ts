/** How long a fault lasts is what is tried; there is nothing to wait for. */
export async function pass(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}

/** How long a server has nothing before it is filled again: long enough for everything to be read again, and looked over. */
export const EMPTY_MS = 3000;
