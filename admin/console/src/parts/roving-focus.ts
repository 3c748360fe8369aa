import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';

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

export interface RovingFocus {
  /** Returns the name of the link that the Tab key reaches: of those that are shown. */
  readonly stopOf: (shown: readonly string[]) => string | undefined;
  /** Makes a link that receives the focus the one that the Tab key reaches. */
  readonly onFocus: (name: string) => void;
  /** Handles the keys of the links. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** Handles the keys of the search field above them. */
  readonly onSearchKeyDown: (event: KeyboardEvent) => void;
}

export interface RovingFocusOptions {
  /** The name of the current page. */
  readonly selected: string;
  /** The element that contains the links. */
  readonly container: RefObject<HTMLElement | null>;
  /** Where a typed character goes. */
  readonly search: RefObject<HTMLInputElement | null>;
  /** Called for Enter in the search field. */
  readonly onEnter: () => void;
}

/** Makes many links one tab stop: keys move the focus among them, and a typed character into the search. */
export function useRovingFocus(options: RovingFocusOptions): RovingFocus {
  const { selected, container, search, onEnter } = options;
  const [latest, setLatest] = useState('');
  const links = () => [...(container.current?.querySelectorAll<HTMLElement>('a[tabindex]') ?? [])];
  return {
    stopOf: (shown) => [latest, selected].find((name) => shown.includes(name)) ?? shown[0],
    onFocus: setLatest,
    onKeyDown: (event) => {
      const { altKey, ctrlKey, key, metaKey, target } = event;
      if (altKey || ctrlKey || metaKey) return;
      const all = links();
      const index = all.indexOf(target as HTMLElement);
      const next = index < 0 ? undefined : MOVES[key]?.(index, all.length);
      if (next !== undefined) {
        event.preventDefault();
        all[Math.min(all.length - 1, Math.max(0, next))]?.focus();
      } else if (key.length === 1 && key !== ' ') search.current?.focus();
    },
    onSearchKeyDown: (event) => {
      if (event.key === 'Enter') onEnter();
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      links()
        .find(({ tabIndex }) => tabIndex === 0)
        ?.focus();
    },
  };
}
