import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

export interface VirtualListProps {
  readonly count: number;
  /** In pixels. */
  readonly rowHeight: number;
  /** Height of a row in pixels while the list is too narrow for a row of one line. Default: the same. */
  readonly narrowRowHeight?: number;
  /** For screen readers. */
  readonly label: string;
  readonly keyOf: (index: number) => string;
  readonly row: (index: number) => ComponentChildren;
}

/** Rows that are rendered before the first and after the last visible row. */
const OVERSCAN = 6;
/** Until the size of the list is known, in pixels. */
const ASSUMED_SIZE = { width: 900, height: 600 };
/** A list that is narrower has the class `narrow`, in pixels. */
const NARROW_WIDTH = 640;
/** Limits the rendered rows, regardless of the layout. */
const MAX_ROWS = 200;

/** A list of any length, of which only the visible rows are in the document. */
export function VirtualList(props: VirtualListProps) {
  const { count, label, keyOf, row } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const { width, height } = useSize(scroller);
  const isNarrow = width < NARROW_WIDTH;
  const rowHeight = (isNarrow ? props.narrowRowHeight : undefined) ?? props.rowHeight;
  const first = Math.max(0, Math.min(count - 1, Math.floor(top / rowHeight)) - OVERSCAN);
  const last = Math.min(count, first + MAX_ROWS, Math.ceil((top + height) / rowHeight) + OVERSCAN);
  const shown = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
  return (
    <div
      ref={scroller}
      class={isNarrow ? 'scroller narrow' : 'scroller'}
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

/** Returns the size of an element in pixels, without its borders, and renders again when it changes. */
function useSize(measured: RefObject<HTMLElement | null>): typeof ASSUMED_SIZE {
  const [size, setSize] = useState(ASSUMED_SIZE);
  useEffect(() => {
    const element = measured.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      setSize({ width: element.clientWidth, height: element.clientHeight });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, []);
  return size;
}
