/** A generator, and a program that uses the client that it generates. */
export interface Generator {
  readonly name: string;
  /** Its command, in the folder of the client; words that begin with `$` are replaced by the test. */
  readonly generate: readonly string[];
  /** Files beside the generated ones, by path. `ORIGIN` is replaced by the address of the service. */
  readonly files: Readonly<Record<string, string>>;
  /** Commands after each other. The last one prints the answers to `TARGETS` as a JSON array. */
  readonly run: readonly (readonly string[])[];
}

/** What each program asks for. */
export const TARGETS = [
  '/v1/coins-trades?limit=2',
  '/v1/events',
  '/v1/events?server=survival',
  '/v1/events?server=atlantis',
  '/v1/servers',
  '/v1/servers?id=survival',
  '/v1/votings',
  '/v1/votings?server=skyblock',
  '/v1/health',
];

const TYPESCRIPT = [
  ['node', '$web/typescript/bin/tsc', '--project', '.'],
  ['$esbuild', 'asks.ts', '--bundle', '--format=esm', '--outfile=asks.mjs', '--log-level=warning'],
  ['node', 'asks.mjs'],
];

const openApiGenerator = (name: string, ...options: string[]): string[] => [
  '$python/openapi-generator-cli',
  'generate',
  '--generator-name',
  name,
  '--input-spec',
  'openapi.json',
  ...options,
];

const JAVA_ASKS = `List.of(
        api.getCoinsTrades(2), api.getEvents(), api.getEventsOfServer("v1", "survival"),
        api.getEventsOfServer("v1", "atlantis"), api.getServers(), api.getServer("v1", "survival"),
        api.getVotings(), api.getVotingsOfServer("v1", "skyblock"), api.getHealth())`;

const javaProgram = (client: string, json: string): string => `
import java.util.List;
import java.util.Map;
import org.openapitools.client.*;
import org.openapitools.client.api.V1Api;
import org.openapitools.client.model.*;

class Asks {
  public static void main(String[] args) throws Exception {
    ${client}
    V1Api api = new V1Api(client);
    Map<String, List<Event>> events = api.getEvents();
    for (List<Event> each : events.values()) each.get(0).getName().length();
    System.out.print(${json});
    System.exit(0);
  }
}
`;

const java = (client: string) => [
  ['$gradle', '--no-daemon', '--quiet', client],
  [
    '$javac',
    '-encoding',
    'UTF-8',
    '-d',
    'classes',
    '-cp',
    'libraries/*',
    '-sourcepath',
    'client/src/main/java:.',
    'Asks.java',
  ],
  ['$java', '-cp', 'classes:libraries/*', 'Asks', 'ORIGIN'],
];

export const GENERATORS: readonly Generator[] = [
  {
    name: 'openapi-generator, typescript-fetch',
    generate: openApiGenerator('typescript-fetch', '--output', 'client'),
    files: {
      'asks.ts': `
import { Configuration, V1Api } from './client';
const api = new V1Api(new Configuration({ basePath: 'ORIGIN' }));
const of = (server: string) => ({ version: 'v1' as const, server });
const events: { [server: string]: { name: string }[] } = await api.getEvents();
console.log(JSON.stringify([
  await api.getCoinsTrades({ limit: 2 }), events, await api.getEventsOfServer(of('survival')),
  await api.getEventsOfServer(of('atlantis')), await api.getServers(),
  await api.getServer({ version: 'v1', id: 'survival' }), await api.getVotings(),
  await api.getVotingsOfServer(of('skyblock')), await api.getHealth(),
]));`,
    },
    run: TYPESCRIPT,
  },
  {
    name: 'openapi-generator, java (native)',
    generate: openApiGenerator('java', '--library', 'native', '--output', 'client'),
    files: {
      'Asks.java': javaProgram(
        'ApiClient client = new ApiClient(); client.updateBaseUri(args[0]);',
        `client.getObjectMapper().writeValueAsString(${JAVA_ASKS})`,
      ),
    },
    run: java('nativeClient'),
  },
  {
    name: 'openapi-generator, java (okhttp-gson)',
    generate: openApiGenerator('java', '--library', 'okhttp-gson', '--output', 'client'),
    files: {
      'Asks.java': javaProgram(
        'ApiClient client = new ApiClient().setBasePath(args[0]);',
        `JSON.getGson().toJson(${JAVA_ASKS})`,
      ),
    },
    run: java('okhttpClient'),
  },
  {
    name: 'openapi-typescript, with openapi-fetch',
    generate: ['node', '$web/openapi-typescript/bin/cli.js', 'openapi.json', '--output', 'client.ts'],
    files: {
      'asks.ts': `
import createClient from 'openapi-fetch';
import type { paths } from './client';
const { GET } = createClient<paths>({ baseUrl: 'ORIGIN' });
const of = (server: string) => ({ params: { path: { version: 'v1' as const }, query: { server } } });
const { data: events } = await GET('/v1/events');
const names: string[] = Object.values(events ?? {}).flat().map(({ name }) => name);
if (names.length === 0) throw new Error('no events');
const id = { params: { path: { version: 'v1' as const }, query: { id: 'survival' } } };
console.log(JSON.stringify((await Promise.all([
  GET('/v1/coins-trades', { params: { query: { limit: 2 } } }), GET('/v1/events'),
  GET('/{version}/events', of('survival')), GET('/{version}/events', of('atlantis')), GET('/v1/servers'),
  GET('/{version}/servers', id), GET('/v1/votings'), GET('/{version}/votings', of('skyblock')),
  GET('/v1/health'),
])).map(({ data }) => data)));`,
    },
    run: TYPESCRIPT,
  },
  {
    name: 'orval',
    generate: ['node', '$npm/orval/dist/bin/orval.js', '--config', 'orval.config.cjs'],
    files: {
      'orval.config.cjs': `module.exports = { service: {
  input: 'openapi.json', output: { target: 'client.ts', client: 'fetch', baseUrl: 'ORIGIN' },
} };`,
      'asks.ts': `
import * as api from './client';
const events = (await api.getEvents()).data as Record<string, { name: string }[]>;
console.log(JSON.stringify([
  (await api.getCoinsTrades({ limit: 2 })).data, events,
  (await api.getEventsOfServer({ server: 'survival' })).data,
  (await api.getEventsOfServer({ server: 'atlantis' })).data, (await api.getServers()).data,
  (await api.getServer({ id: 'survival' })).data, (await api.getVotings()).data,
  (await api.getVotingsOfServer({ server: 'skyblock' })).data, (await api.getHealth()).data,
]));`,
    },
    run: TYPESCRIPT,
  },
  {
    name: '@hey-api/openapi-ts',
    generate: [
      'node',
      '$npm/@hey-api/openapi-ts/bin/run.js',
      '--input',
      'openapi.json',
      '--output',
      'client',
      '--client',
      '@hey-api/client-fetch',
    ],
    files: {
      'asks.ts': `
import * as api from './client';
import { client } from './client/client.gen';
client.setConfig({ baseUrl: 'ORIGIN' });
const of = (server: string) => ({ path: { version: 'v1' as const }, query: { server } });
const id = { path: { version: 'v1' as const }, query: { id: 'survival' } };
const { data: events } = await api.getEvents();
const names: string[] = Object.values(events ?? {}).flat().map(({ name }) => name);
if (names.length === 0) throw new Error('no events');
console.log(JSON.stringify((await Promise.all([
  api.getCoinsTrades({ query: { limit: 2 } }), api.getEvents(), api.getEventsOfServer(of('survival')),
  api.getEventsOfServer(of('atlantis')), api.getServers(), api.getServer(id), api.getVotings(),
  api.getVotingsOfServer(of('skyblock')), api.getHealth(),
])).map(({ data }) => data)));`,
    },
    run: TYPESCRIPT,
  },
  {
    name: 'openapi-python-client',
    generate: [
      '$python/openapi-python-client',
      'generate',
      '--path',
      'openapi.json',
      '--meta',
      'none',
      '--output-path',
      'client',
    ],
    files: {
      'asks.py': `
import json
from client import Client
from client.api.v1 import (get_coins_trades, get_events, get_events_of_server, get_health, get_server,
                           get_servers, get_votings, get_votings_of_server)

service = Client(base_url="ORIGIN", raise_on_unexpected_status=True)
plain = lambda value: [each.to_dict() for each in value] if isinstance(value, list) else value.to_dict()
print(json.dumps([plain(value) for value in [
    get_coins_trades.sync(client=service, limit=2), get_events.sync(client=service),
    get_events_of_server.sync(client=service, server="survival"),
    get_events_of_server.sync(client=service, server="atlantis"), get_servers.sync(client=service),
    get_server.sync(client=service, id="survival"), get_votings.sync(client=service),
    get_votings_of_server.sync(client=service, server="skyblock"), get_health.sync(client=service)]]))
`,
    },
    run: [['$python/python', 'asks.py']],
  },
  {
    name: 'oapi-codegen',
    generate: [
      '$go/oapi-codegen',
      '-generate',
      'types,client',
      '-package',
      'main',
      '-o',
      'client.go',
      'openapi.json',
    ],
    files: {
      'main.go': `package main

import (
	"context"
	"encoding/json"
	"os"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	ctx, limit := context.Background(), int32(2)
	api := must(NewClientWithResponses("ORIGIN"))
	events := func(server string) *EventsOfServer {
		params := &GetEventsOfServerParams{Server: server}
		return must(api.GetEventsOfServerWithResponse(ctx, "v1", params)).JSON200
	}
	json.NewEncoder(os.Stdout).Encode([]any{
		must(api.GetCoinsTradesWithResponse(ctx, &GetCoinsTradesParams{Limit: &limit})).JSON200,
		must(api.GetEventsWithResponse(ctx)).JSON200, events("survival"), events("atlantis"),
		must(api.GetServersWithResponse(ctx)).JSON200,
		must(api.GetServerWithResponse(ctx, "v1", &GetServerParams{Id: "survival"})).JSON200,
		must(api.GetVotingsWithResponse(ctx)).JSON200,
		must(api.GetVotingsOfServerWithResponse(ctx, "v1", &GetVotingsOfServerParams{Server: "skyblock"})).JSON200,
		must(api.GetHealthWithResponse(ctx)).JSON200,
	})
}
`,
      'go.mod': 'module asks\n\ngo 1.24\n\nrequire github.com/oapi-codegen/runtime v1.9.0\n',
    },
    run: [
      ['$goprogram', 'mod', 'tidy'],
      ['$goprogram', 'run', '.'],
    ],
  },
];
