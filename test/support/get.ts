import { request, type Agent } from 'node:http';

/**
 * One GET, as cheap for the asking side as can be.
 * @param agent keeps connections; a connection of its own when absent
 */
export async function get(url: string, agent?: Agent): Promise<{ status: number; body: string }> {
  return await new Promise((resolve, reject) => {
    const asking = request(url, { agent: agent ?? false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (piece: string) => (body += piece));
      response.once('error', reject).once('end', () => {
        resolve({ status: response.statusCode ?? 0, body });
      });
    });
    asking.once('error', reject).end();
  });
}
