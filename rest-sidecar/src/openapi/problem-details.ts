/** Problem details (RFC 9457), for clients that name `application/problem+json` in `Accept`. */
export const problemDetailsSchema = {
  title: 'ProblemDetails',
  description: 'Why a request was not answered with what it asked for, in the form of RFC 9457.',
  type: 'object',
  properties: {
    type: { type: 'string', const: 'about:blank', description: 'No more than the status says.' },
    title: { type: 'string', description: 'The name of the status.' },
    status: { type: 'integer', minimum: 400, maximum: 599, description: 'The status.' },
    detail: { type: 'string', description: 'One sentence that says why.' },
  },
  required: ['type', 'title', 'status', 'detail'],
  additionalProperties: false,
  examples: [{ type: 'about:blank', title: 'Not Found', status: 404, detail: 'No server has this id.' }],
} as const;
