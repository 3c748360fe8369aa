import { useRef } from 'preact/hooks';
import type { NodeView } from '../../../../shared/rest/console.ts';
import { Chart } from '../parts/chart.tsx';
import { Text } from '../parts/text.tsx';
import { useApp, useNodes, useNow, useStore } from '../state/context.ts';
import { formatDuration, formatNumber, formatTime } from '../state/formats.ts';
import type { Store } from '../state/store.ts';

/** A program without a heartbeat for this time counts as gone, in milliseconds. */
const GONE_MS = 15_000;

/** All running programs, with charts of the last hour. */
export function Network() {
  const { t } = useApp();
  const store = useStore();
  const now = useTimeOfHeartbeats(store);
  const all = currentNodes(useNodes(), now);
  const part = (kind: NodeView['kind'], title: string) => {
    const nodes = all.filter((node) => node.kind === kind);
    return (
      <section aria-label={title}>
        <h2>{title}</h2>
        {nodes.length === 0 ? (
          <p class="quiet">{t(store.nodes === undefined ? 'app.loading' : 'network.empty')}</p>
        ) : null}
        <div class="cards">
          {nodes.map((node) => (
            <NodeCard key={node.id} node={node} now={now} />
          ))}
        </div>
      </section>
    );
  };
  return (
    <section class="page" aria-labelledby="page-title">
      <h1 id="page-title">{t('page.network')}</h1>
      {part('proxy', t('network.proxies'))}
      {part('sidecar', t('network.sidecars'))}
      {part('admin', t('network.admins'))}
    </section>
  );
}

/** Returns the time until which heartbeats would have been seen: in an outage, nothing is known of them. */
function useTimeOfHeartbeats({
  connection,
  isStoreConnected,
}: Pick<Store, 'connection' | 'isStoreConnected'>): number {
  const now = useNow(1000);
  const known = useRef(now);
  if (connection === 'live' && isStoreConnected) known.current = now;
  return known.current;
}

/** Removes nodes that are gone, but were started again under the same name. */
function currentNodes(nodes: readonly NodeView[], now: number): readonly NodeView[] {
  const isAlive = (node: NodeView): boolean => now - node.seenAt < GONE_MS;
  return nodes.filter(
    (node) =>
      isAlive(node) ||
      !nodes.some((other) => isAlive(other) && other.kind === node.kind && other.name === node.name),
  );
}

function NodeCard({ node, now }: { readonly node: NodeView; readonly now: number }) {
  const { t, language } = useApp();
  const isGone = now - node.seenAt >= GONE_MS;
  const health = isGone ? 'dead' : node.health;
  return (
    <article class={isGone ? 'card node gone' : 'card node'} data-node={node.name}>
      <header>
        <h3>
          <Text class="code clip" of={node.name} />
        </h3>
        <span class={`pill ${health === 'ok' ? 'good' : health === 'dead' ? 'bad' : 'warn'}`}>
          <span class="dot" aria-hidden="true" />
          {t(`health.${health}`)}
        </span>
      </header>
      {!isGone ? null : (
        <p class="problem">{t('network.gone', { time: formatTime(node.seenAt, language) })}</p>
      )}
      <Figures node={node} />
      <Charts node={node} />
    </article>
  );
}

function Figures({ node }: { readonly node: NodeView }) {
  const { t, language } = useApp();
  const skew = node.clock - node.seenAt;
  const figures: readonly (readonly [string, string | number | undefined])[] = [
    [t('network.version'), node.version],
    [t('network.started'), formatDuration(node.clock - node.startedAt, language)],
    [t('network.lag'), node.lagMs === undefined ? undefined : `${formatNumber(node.lagMs, language)} ms`],
    [t('network.ping'), node.pingMs === undefined ? undefined : `${formatNumber(node.pingMs, language)} ms`],
    [t('network.players'), node.players],
    [t('network.lists'), node.lists],
    [t('network.features'), node.features],
    [t('network.records'), node.records],
    [t('network.answers'), node.answers],
    [t('network.errors'), node.errors],
    [t('network.drops'), node.drops],
    [t('network.rejected'), node.rejected],
    [t('network.skew'), Math.abs(skew) < 1000 ? undefined : formatDuration(Math.abs(skew), language)],
  ];
  return (
    <dl class="figures">
      {figures.map(([name, value]) =>
        value === undefined ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === 'number' ? formatNumber(value, language) : <Text of={value} />}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

function Charts({ node: { samples, kind } }: { readonly node: NodeView }) {
  const { t } = useApp();
  const lag = samples.map(([seenAt, lagMs]) => [seenAt, lagMs] as const);
  const answers = samples.map(([seenAt, , count]) => [seenAt, count] as const);
  const drops = samples.map(([seenAt, , , count]) => [seenAt, count] as const);
  return (
    <div class="charts">
      <Chart title={t('network.answersRate')} points={answers} color="accent" />
      {kind !== 'proxy' ? null : <Chart title={t('network.dropsRate')} points={drops} color="bad" />}
      <Chart title={t('network.lagMs')} points={lag} color="warn" />
    </div>
  );
}
