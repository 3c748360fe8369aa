/** Maps many items, of which at most `size` are processed at the same time. */
export async function inBatches<Item, Mapped>(
  items: readonly Item[],
  size: number,
  map: (item: Item) => Promise<Mapped>,
): Promise<Mapped[]> {
  const mapped: Mapped[] = [];
  for (let start = 0; start < items.length; start += size)
    mapped.push(...(await Promise.all(items.slice(start, start + size).map(map))));
  return mapped;
}
