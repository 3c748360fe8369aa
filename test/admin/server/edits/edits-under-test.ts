import type { ChangeBody } from '../../../../shared/rest/blocklist-edits.ts';
import type { AdminServerUnderTest } from '../admin-server-under-test.ts';
import { expectDocumentedEdit } from './documented-edits.ts';

export interface EditAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface SentEdit {
  /** Default: that of the suite. */
  readonly token?: string;
  /** The value of `If-Match`. */
  readonly match?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | object;
}

export type SendEdit = (method: string, path: string, sent?: SentEdit) => Promise<EditAnswer>;

export const WRITE = 'blocklists:read blocklists:write';

/** Returns a function that sends requests, and fails unless the OpenAPI document allows the response. */
export function createSendEdit(admin: AdminServerUnderTest, token: string): SendEdit {
  return async (method, path, { body, headers, match, token: other = token } = {}) => {
    const sent = {
      Authorization: `Bearer ${other}`,
      ...(match !== undefined && { 'If-Match': match }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    };
    const text = typeof body === 'object' ? JSON.stringify(body) : body;
    const answer = (await admin.sendWith(path, sent, method, text)) as EditAnswer;
    expectDocumentedEdit(method, path, answer);
    return answer;
  };
}

/** Returns the changes of the history, the newest first. */
export async function changesOf(send: SendEdit, query = ''): Promise<readonly ChangeBody[]> {
  const { body } = await send('GET', `/v1/history${query}`);
  return body['changes'] as readonly ChangeBody[];
}
