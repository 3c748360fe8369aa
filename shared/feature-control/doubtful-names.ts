import { nearestName } from '../nearest-name.ts';

/** Names that mods have sent recently, and those that bridges know. */
export interface KnownNames {
  readonly features: ReadonlySet<string>;
  readonly clients: ReadonlySet<string>;
}

/** Names as an admin has typed them. */
export interface TypedNames {
  readonly features: readonly string[];
  readonly client?: string | undefined;
}

/** Why a typed name, which no mod has sent recently, is probably not what the admin meant. */
export type Doubt =
  /** A feature has the name of a mod. */
  | { readonly type: 'mod'; readonly name: string }
  /** A feature has commas, as between several names. */
  | { readonly type: 'several'; readonly name: string; readonly meant: readonly string[] }
  /** It resembles a known name. */
  | { readonly type: 'feature' | 'client'; readonly name: string; readonly meant: string };

/** More features in one edit are not compared: they are pasted rather than typed. */
const MAX_TYPED = 20;

/** Returns what is doubtful about names that are to be blocked; nothing for names that mods have sent. */
export function doubtsOf({ client, features }: TypedNames, known: KnownNames): readonly Doubt[] {
  const doubts: Doubt[] = [];
  for (const name of features.length > MAX_TYPED ? [] : features) {
    if (known.features.has(name)) continue;
    if (client === undefined && known.clients.has(name)) doubts.push({ type: 'mod', name });
    const parts = name.split(',').map((part) => part.trim());
    const meant = nearestName(name, known.features);
    if (parts.length > 1) doubts.push({ type: 'several', name, meant: parts.filter((part) => part !== '') });
    else if (meant !== undefined) doubts.push({ type: 'feature', name, meant });
  }
  if (client === undefined || known.clients.has(client)) return doubts;
  const meant = nearestName(client, known.clients);
  return meant === undefined ? doubts : [...doubts, { type: 'client', name: client, meant }];
}
