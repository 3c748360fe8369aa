/** `{ redis: { url: 'x' } }` as `{ 'redis.url': 'x' }`. */
export function flattenSettings(table: object, prefix = ''): Readonly<Record<string, unknown>> {
  const entries = Object.entries(table).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(flattenSettings(value, `${prefix}${key}.`))
      : [[prefix + key, value] as const],
  );
  return Object.fromEntries(entries);
}
