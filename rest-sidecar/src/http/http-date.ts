/** The form that is written today, and two that are still to be read (RFC 9110, 5.6.7). All of them are UTC. */
const FORMS = [
  /^[A-Z]\w{2}, \d{2} [A-Z]\w{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z]\w{5,8}, \d{2}-[A-Z]\w{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z]\w{2} [A-Z]\w{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

/** @returns milliseconds since the Unix epoch, of whole seconds; NaN where the text is no date of HTTP */
export function parseHttpDate(text: string): number {
  if (!FORMS.some((form) => form.test(text))) return NaN;
  return Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
}
