import type { ComponentChildren } from 'preact';
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
/** Limits the rendered rows, regardless of the layout. */
const MAX_ROWS = 200;

/** A list of any length, of which only the visible rows are in the document. */
export function VirtualList({ count, rowHeight, label, keyOf, row }: VirtualListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      setHeight(element.clientHeight);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, []);
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
