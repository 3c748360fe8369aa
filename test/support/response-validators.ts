import { Ajv } from 'ajv';
import {
  errorResponseSchema as envelopeErrorSchema,
  pushEventSchema,
  successResponseSchema,
} from '../../shared/protocol/envelope.ts';
import { errorResponseSchema } from '../../shared/rest/error-response.ts';
import { eventsByServerSchema } from '../../shared/rest/event.ts';
import { healthResponseSchema } from '../../shared/rest/health.ts';
import { votingsByServerSchema } from '../../shared/rest/voting.ts';

const ajv = new Ajv({ strict: true, formats: { double: true, int32: true, int64: true } });

/** Compiles a schema that only tests validate: the programs do not validate what they send. */
function compileSchema(schema: object): (value: unknown) => boolean {
  const validate = ajv.compile(schema);
  return (value) => validate(value);
}

/** The messages of the plugin on the channel. */
export const messages = {
  success: compileSchema(successResponseSchema),
  error: compileSchema(envelopeErrorSchema),
  event: compileSchema(pushEventSchema),
};

/** The responses of the REST interface. */
export const responses = {
  error: compileSchema(errorResponseSchema),
  health: compileSchema(healthResponseSchema),
  eventsByServer: compileSchema(eventsByServerSchema),
  votingsByServer: compileSchema(votingsByServerSchema),
};
