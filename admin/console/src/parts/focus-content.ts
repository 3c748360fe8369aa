/** Moves the focus to the content of the page, past the navigation. */
export function focusContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true });
}
