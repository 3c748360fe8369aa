import { blocklistChanged } from '../../shared/feature-control/blocklist-changed.ts';
import type { MethodDefinition } from '../../shared/feature-control/method-definition.ts';
import { METHODS } from '../../shared/feature-control/methods.ts';
import type { JSONSchema } from '../../shared/json-schema.ts';
import {
  errorResponseSchema,
  pushEventSchema,
  requestSchema,
  successResponseSchema,
} from '../../shared/protocol/envelope.ts';

/**
 * Creates the JSON Schema of the in-game channel's packets (G69), from the schemas with which the plugin
 * validates them: one definition for the request and the answer of each method, for the error response, and
 * for each event. `docs/channel.md` says what they mean.
 */
export function createChannelSchema(): object {
  const all: readonly MethodDefinition[] = METHODS;
  const methods = all.flatMap(({ name, payloadSchema, resultSchema }): [string, JSONSchema][] => [
    [
      `${name}Request`,
      {
        ...requestSchema,
        properties: { ...requestSchema.properties, method: { const: name }, payload: payloadSchema },
        // An absent payload is an empty object.
        required: [...requestSchema.required, ...(payloadSchema.required === undefined ? [] : ['payload'])],
      },
    ],
    [
      `${name}Success`,
      {
        ...successResponseSchema,
        properties: { ...successResponseSchema.properties, payload: resultSchema },
      },
    ],
  ]);
  const { name, payloadSchema } = blocklistChanged;
  const event = { ...pushEventSchema, properties: { event: { const: name }, payload: payloadSchema } };
  const definitions: Record<string, JSONSchema> = Object.fromEntries<JSONSchema>([
    ...methods,
    ['error', errorResponseSchema],
    [name, event],
  ]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A packet of the in-game channel',
    anyOf: Object.keys(definitions).map((key) => ({ $ref: `#/$defs/${key}` })),
    $defs: definitions,
  };
}
