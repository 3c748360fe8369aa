/**
 * Returns the text of a chat component, without colours. Since Minecraft 1.20.3 a component is NBT on the
 * wire, before that it is JSON in a string. The protocol library returns NBT as `{ type, value }` trees. As
 * there is no language file, a translation becomes its key with its arguments.
 * @param {unknown} component from a packet of the protocol library
 * @returns {string}
 */
export function componentText(component) {
  return textOf(typeof component === 'string' ? parse(component) : withoutTags(component));
}

const CHAT_PACKETS = new Set(['chat', 'system_chat']);

/**
 * @param {string} name of a packet of the protocol library
 * @param {any} packet
 * @returns {string | undefined} the chat line in the packet; undefined for other packets
 */
export function chatText(name, packet) {
  return CHAT_PACKETS.has(name) ? componentText(packet.content ?? packet.message) : undefined;
}

/** Before 1.8, and from some proxies, a reason is plain text. */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Converts NBT to plain values: compounds to objects, lists to arrays. */
function withoutTags(node) {
  if (Array.isArray(node)) return node.map(withoutTags);
  if (typeof node !== 'object' || node === null) return node;
  if (typeof node.type === 'string' && 'value' in node) {
    if (node.type === 'list') return withoutTags(node.value.value);
    return withoutTags(node.value);
  }
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, withoutTags(value)]));
}

function textOf(component) {
  if (Array.isArray(component)) return component.map(textOf).join('');
  if (typeof component !== 'object' || component === null) return String(component ?? '');
  const { text, translate, with: values = [], extra = [] } = component;
  // NBT lists cannot mix types, so a string among components becomes a compound with an empty key.
  const own = text ?? component[''] ?? '';
  const translated = translate === undefined ? '' : [translate, ...values.map(textOf)].join(' ');
  return `${own}${translated}${extra.map(textOf).join('')}`;
}
