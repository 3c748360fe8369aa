import { createElement, Fragment, options } from 'preact';
import type { ComponentChild, VNode } from 'preact';

/** Elements that contain nothing but text. */
const TEXT_ONLY: ReadonlySet<unknown> = new Set(['option', 'textarea', 'title']);

/**
 * Lets the browser translate the page, for which it replaces text nodes by elements of its own. Preact would
 * then change a node that is no longer in the page, or insert another one before it. From now on, each text
 * is the only child of an element, which is replaced together with its text.
 */
export function wrapTexts(): void {
  options.vnode = ({ key, props, type }: VNode<{ children?: ComponentChild | ComponentChild[] }>) => {
    const { children } = props;
    const isWrapper = type === 'span' && key === children;
    if (isWrapper || (typeof type !== 'string' && type !== Fragment) || TEXT_ONLY.has(type)) return;
    if (children !== undefined)
      props.children = Array.isArray(children) ? children.map(wrap) : wrap(children);
  };
}

function wrap(child: ComponentChild): ComponentChild {
  const text = typeof child === 'string' || typeof child === 'number' ? String(child) : '';
  return text.trim() === '' ? child : createElement('span', { key: text }, text);
}
