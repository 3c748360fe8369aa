/** What a token may be good for. A closed list: nothing is granted that is not named here. */
export const SCOPES = ['blocklists:read', 'rate-limits:read', 'metrics:read'] as const;

export type Scope = (typeof SCOPES)[number];

export type ParsedScopes =
  { readonly ok: true; readonly scopes: readonly Scope[] } | { readonly ok: false; readonly problem: string };

/** Scopes as an operator writes them, separated by commas or blanks; each counts once, in the order of the list above. */
export function parseScopes(text: string): ParsedScopes {
  const named = text.split(/[\s,]+/).filter((name) => name !== '');
  const unknown = named.find((name) => !SCOPES.some((scope) => scope === name));
  if (unknown !== undefined)
    return { ok: false, problem: `There is no scope of that name; there are ${SCOPES.join(', ')}.` };
  if (named.length === 0)
    return { ok: false, problem: `A token needs at least one of: ${SCOPES.join(', ')}.` };
  return { ok: true, scopes: SCOPES.filter((scope) => named.includes(scope)) };
}
