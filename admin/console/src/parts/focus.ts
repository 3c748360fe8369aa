/** The parts that are worth reading first: a list, a page, or on a phone, the index of the lists. */
const CONTENTS = ['.content', '.page', '.index', '#content'];
/** How many focused elements are remembered. */
const MAX_REMEMBERED = 10;

/** Moves the focus to the contents of the page, past the navigation and the index of the lists. */
export function focusContent(): void {
  const all = CONTENTS.flatMap((each) => [...document.querySelectorAll<HTMLElement>(each)]);
  all.find(isVisible)?.focus({ preventScroll: true });
}

/** As the `ref` of an element, gives it the focus when it appears. */
export function focusFirst(element: HTMLElement | null): void {
  element?.focus();
}

/**
 * Keeps the focus in the page. An element that has the focus may disappear: a button with its row, a form
 * with the page, a list with the window's width. The browser then moves the focus to the body, so that the
 * next key of a keyboard user begins at the top. This moves it to what still encloses the element, to what
 * had the focus before, or else to the contents.
 */
export function keepFocus(): void {
  /** The latest focused elements, each with what encloses it, the newest first. */
  let remembered: (readonly HTMLElement[])[] = [];
  let isScheduled = false;
  document.addEventListener('focusin', (event) => {
    const enclosing = event.composedPath().filter((each) => each instanceof HTMLElement);
    remembered = [enclosing, ...remembered].slice(0, MAX_REMEMBERED);
  });
  const restore = (): void => {
    isScheduled = false;
    const [latest = []] = remembered;
    const { activeElement } = document;
    const isKept = activeElement !== document.body && activeElement !== null && isVisible(activeElement);
    // Somebody may also have clicked where nothing can have the focus.
    if (isKept || latest[0] === undefined || isVisible(latest[0])) return;
    const next = remembered.flatMap((enclosing) => enclosing.find(isFocusable) ?? []).at(0);
    remembered = [];
    if (next === undefined) focusContent();
    else next.focus({ preventScroll: true });
  };
  new MutationObserver(() => {
    if (isScheduled) return;
    isScheduled = true;
    // The browser returns the focus itself when a dialog is closed.
    setTimeout(restore);
  }).observe(document.body, { attributes: true, attributeFilter: ['class'], childList: true, subtree: true });
}

function isVisible(element: Element): boolean {
  return element.isConnected && element.checkVisibility();
}

/** Whether an element can have the focus, and says more than that the page has contents. */
function isFocusable(element: HTMLElement): boolean {
  return (
    element.matches('a, button, input, select, textarea, [tabindex]:not(#content)') && isVisible(element)
  );
}
