import { Agent, request } from 'node:http';

/** What web clients were answered. */
export interface GetReport {
  readonly answered: number;
  /** Answers other than 200 with the expected body, and requests that failed; each in short. */
  readonly wrong: readonly string[];
}

export interface GetLoad {
  stop(): Promise<GetReport>;
}

export interface GetLoadOptions {
  readonly url: string;
  readonly perSecond: number;
  readonly isExpected: (body: string) => boolean;
}

/** Asks for one path all the time, on a few connections that are kept. */
export function startGetLoad({ url, perSecond, isExpected }: GetLoadOptions): GetLoad {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const underWay = new Set<Promise<void>>();
  const report = { answered: 0, wrong: [] as string[] };
  const ask = async (): Promise<void> => {
    try {
      const { status, body } = await get(url, agent);
      report.answered++;
      if (status !== 200 || !isExpected(body)) report.wrong.push(`${status} ${body.slice(0, 100)}`);
    } catch (cause) {
      report.wrong.push(String(cause));
    }
  };
  const startedAt = performance.now();
  let asked = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond);
    for (; asked < due; asked++) {
      const answer = ask().finally(() => underWay.delete(answer));
      underWay.add(answer);
    }
  }, 5);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
      agent.destroy();
      return report;
    },
  };
}

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
