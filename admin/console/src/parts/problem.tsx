/** An error message; renders nothing if it is empty. */
export function Problem({ text }: { readonly text: string }) {
  return text !== '' && <p class="problem">{text}</p>;
}
