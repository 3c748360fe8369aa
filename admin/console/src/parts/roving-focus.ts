import type { TargetedKeyboardEvent } from 'preact';

/** How many links Page Up and Page Down skip. */
const PAGE_LENGTH = 10;

/** The position that a key leads to, before it is limited to those that exist. */
const MOVES: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  PageDown: (index) => index + PAGE_LENGTH,
  PageUp: (index) => index - PAGE_LENGTH,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * Handles the keys of a search field and of many links, which are one tab stop: keys move the focus among
 * them, and a typed character into the search.
 */
export function moveFocus(event: TargetedKeyboardEvent<HTMLElement>): void {
  const { altKey, ctrlKey, currentTarget, key, metaKey, target } = event;
  if (altKey || ctrlKey || metaKey) return;
  const search = currentTarget.querySelector('input');
  const links = [...currentTarget.querySelectorAll<HTMLElement>('a[tabindex]')];
  const index = links.indexOf(target as HTMLElement);
  let next = index < 0 ? undefined : MOVES[key]?.(index, links.length);
  if (target === search && key === 'ArrowDown') next = links.findIndex(({ tabIndex }) => tabIndex === 0);
  if (next !== undefined) {
    event.preventDefault();
    links[Math.min(links.length - 1, Math.max(0, next))]?.focus();
  } else if (key.length === 1 && key !== ' ') search?.focus();
}
