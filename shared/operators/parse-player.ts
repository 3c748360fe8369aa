const UUID = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i;

/** A player's UUID in any of its usual spellings. @returns in lower case with hyphens; undefined for any other text */
export function parsePlayer(text: string): string | undefined {
  const [, ...parts] = UUID.exec(text) ?? [];
  return parts.length === 0 ? undefined : parts.join('-').toLowerCase();
}
