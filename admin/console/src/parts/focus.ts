/** Moves the focus to the content of the page, past the navigation. */
export function focusContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true });
}

/** As the `ref` of an element, gives it the focus when it appears. */
export function focusFirst(element: HTMLElement | null): void {
  element?.focus();
}
