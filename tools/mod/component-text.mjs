/**
 * The text of a chat component, without colours. Since Minecraft 1.20.3 a component is NBT on the wire,
 * before it is JSON in a string; the protocol library hands NBT over as `{ type, value }` trees. A
 * translation without its language file is its key with its arguments.
 * @param {unknown} component as a packet of the protocol library has it
 * @returns {string}
 */
export function componentText(component) {
  return textOf(typeof component === 'string' ? parse(component) : withoutTags(component));
}

const CHAT_PACKETS = new Set(['chat', 'system_chat']);

/**
 * @param {string} name of a packet of the protocol library
 * @param {any} packet
 * @returns {string | undefined} the line of chat that it brings; undefined of other packets
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

/** NBT as plain values: compounds as objects, lists as arrays. */
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
  // NBT lists cannot mix types, so a text among components has an empty name.
  const own = text ?? component[''] ?? '';
  const translated = translate === undefined ? '' : [translate, ...values.map(textOf)].join(' ');
  return `${own}${translated}${extra.map(textOf).join('')}`;
}
