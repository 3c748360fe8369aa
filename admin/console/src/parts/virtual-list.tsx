import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

export interface VirtualListProps {
  readonly count: number;
  readonly rowHeight: number;
  /** For screen readers. */
  readonly label: string;
  readonly keyOf: (index: number) => string;
  readonly row: (index: number) => ComponentChildren;
}

/** Rows that are rendered before the first and after the last visible row. */
const OVERSCAN = 6;
/** Until the height of the list is known, in pixels. */
const ASSUMED_HEIGHT = 600;
/** Limits the rendered rows, regardless of the layout. */
const MAX_ROWS = 200;

/** A list of any length, of which only the visible rows are in the document. */
export function VirtualList({ count, rowHeight, label, keyOf, row }: VirtualListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const height = useHeight(scroller);
  const first = Math.max(0, Math.min(count - 1, Math.floor(top / rowHeight)) - OVERSCAN);
  const last = Math.min(count, first + MAX_ROWS, Math.ceil((top + height) / rowHeight) + OVERSCAN);
  const shown = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
  return (
    <div
      ref={scroller}
      class="scroller"
      tabIndex={0}
      role="region"
      aria-label={label}
      onScroll={(event) => {
        setTop(event.currentTarget.scrollTop);
      }}
    >
      <div role="list" class="rows" style={{ height: `${count * rowHeight}px` }}>
        {shown.map((index) => (
          <div
            key={keyOf(index)}
            role="listitem"
            class="row"
            aria-posinset={index + 1}
            aria-setsize={count}
            style={{ height: `${rowHeight}px`, transform: `translateY(${index * rowHeight}px)` }}
          >
            {row(index)}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Returns the height of an element in pixels, without its borders, and renders again when it changes. */
function useHeight(measured: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(ASSUMED_HEIGHT);
  useEffect(() => {
    const element = measured.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      setHeight(element.clientHeight);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, []);
  return height;
}
