import type { Route } from '../http/fast-express.ts';
import { ALWAYS } from '../http/header-list.ts';
import { ALLOW, WRONG_METHOD } from '../http/refusals.ts';
import { refuse } from './answers.ts';

const OPTIONS_HEADERS = [
  ...ALLOW,
  'Access-Control-Allow-Methods',
  'GET, HEAD, OPTIONS',
  'Access-Control-Allow-Headers',
  '*',
  'Access-Control-Max-Age',
  '86400',
  ...ALWAYS,
];

/** What the path allows, or all of them do, and the same for a browser's preflight (G20). */
export const answerOptions: Route = (_request, response) => {
  response.writeHead(204, OPTIONS_HEADERS);
  response.end();
};

/** Any other method on a path that is there (G9). */
export const refuseMethod: Route = (request, response) => {
  refuse(request, response, WRONG_METHOD);
};

/** Any method on a path that is not there (G9, G21). */
export const refusePath: Route = (request, response) => {
  refuse(request, response, {
    status: 404,
    sentence:
      'There is nothing at this path. The operations are /v1/coins-trades, /v1/events, /v1/health, /v1/servers and /v1/votings.',
  });
};
