/** `1 feature`, `2,000 features`. */
export function formatCount(count: number, noun: string): string {
  return `${groupDigits(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Thousands apart. Written out, as a script engine may come without any language's rules. */
export function groupDigits(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

const UNITS = [
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3600 },
  { name: 'min', seconds: 60 },
  { name: 's', seconds: 1 },
];

/** The two largest units that matter, such as `2 h 5 min`. */
export function formatDuration(milliseconds: number): string {
  let rest = Math.floor(milliseconds / 1000);
  const parts = UNITS.map(({ name, seconds }) => {
    const count = Math.floor(rest / seconds);
    rest -= count * seconds;
    return { name, count };
  });
  const first = parts.findIndex(({ count }) => count > 0);
  if (first === -1) return '0 s';
  return parts
    .slice(first, first + 2)
    .filter(({ count }) => count > 0)
    .map(({ count, name }) => `${count} ${name}`)
    .join(' ');
}
