import { useState } from 'preact/hooks';
import type { ProgramView, Programs } from '../../../../shared/rest/console.ts';
import { Chart } from '../parts/chart.tsx';
import { Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { Text } from '../parts/text.tsx';
import { describeFailure, formatDuration, formatNumber, formatTime } from '../state/formats.ts';
import { isRunning } from '../state/programs.ts';
import { useStore } from '../state/store.ts';
import { useLoaded } from '../state/use-loaded.ts';
import { t } from '../texts/translate.ts';

const KINDS = ['proxy', 'sidecar', 'admin'] as const;

/** All running programs, with charts of the last hour. */
export function Network() {
  const { isStoreConnected } = useStore();
  // In an outage of Redis, nothing is known of the programs: they are shown as they were before.
  const { body, problem } = useLoaded<Programs>('v1/console/programs', isStoreConnected, isStoreConnected);
  return (
    <Page name="network">
      <Problem text={problem} />
      {body === undefined ? (
        <p class="quiet">{t('app.loading')}</p>
      ) : (
        KINDS.map((kind) => <ProgramsOfKind key={kind} kind={kind} body={body} />)
      )}
      <Dump />
    </Page>
  );
}

/** Downloads one file for a bug report, also while Redis is unreachable. */
function Dump() {
  const store = useStore();
  const [problem, setProblem] = useState('');
  const download = async (): Promise<void> => {
    const answer = await store.request<object>('v1/console/dump');
    setProblem(answer.ok ? '' : describeFailure(answer.failure));
    if (!answer.ok) return;
    const link = document.createElement('a');
    link.download = 'feature-control-dump.json';
    link.href = `data:application/json,${encodeURIComponent(JSON.stringify(answer.body, null, 2))}`;
    link.click();
  };
  return (
    <>
      <p class="quiet">
        <button type="button" onClick={() => void download()}>
          {t('network.dump')}
        </button>{' '}
        {t('network.dumpNote')}
      </p>
      <Problem text={problem} />
    </>
  );
}

interface ProgramsOfKindProps {
  readonly kind: ProgramView['kind'];
  readonly body: Programs;
}

function ProgramsOfKind({ kind, body }: ProgramsOfKindProps) {
  const programs = currentPrograms(body).filter((program) => program.kind === kind);
  return (
    <section aria-label={t(`network.${kind}`)}>
      <h2>{t(`network.${kind}`)}</h2>
      {programs.length === 0 ? <p class="quiet">{t('network.empty')}</p> : null}
      <div class="cards">
        {programs.map((program) => (
          <ProgramCard key={program.id} program={program} nowMs={body.nowMs} />
        ))}
      </div>
    </section>
  );
}

/** Removes programs that no longer run, but were started again under the same name. */
function currentPrograms({ programs, nowMs }: Programs): readonly ProgramView[] {
  const isReplaced = ({ kind, name }: ProgramView): boolean =>
    programs.some((other) => isRunning(other, nowMs) && other.kind === kind && other.name === name);
  return programs.filter((program) => isRunning(program, nowMs) || !isReplaced(program));
}

const PILLS = { ok: 'good', degraded: 'warn', starting: 'warn', stopped: 'warn', dead: 'bad' } as const;

function stateOf(program: ProgramView, nowMs: number): keyof typeof PILLS {
  if (isRunning(program, nowMs)) return program.health;
  return program.stoppedAt === undefined ? 'dead' : 'stopped';
}

function ProgramCard({ program, nowMs }: { readonly program: ProgramView; readonly nowMs: number }) {
  const health = stateOf(program, nowMs);
  return (
    <article class={`card program ${health}`} data-program={program.name}>
      <header>
        <h3>
          <Text class="code" of={program.name} />
        </h3>
        <span class={`pill ${PILLS[health]}`}>{t(`health.${health}`)}</span>
      </header>
      <Problem text={health === 'dead' ? t('network.gone', { time: formatTime(program.seenAt) }) : ''} />
      <Figures program={program} />
      <Charts program={program} />
    </article>
  );
}

const FIGURES = [
  'players',
  'lists',
  'features',
  'records',
  'answers',
  'errors',
  'drops',
  'rejected',
  'lagMs',
  'pingMs',
] as const;

function Figures({ program }: { readonly program: ProgramView }) {
  const skewMs = Math.abs(program.clock - program.seenAt);
  const figures = FIGURES.flatMap((name) => {
    const value = program[name];
    return value === undefined ? [] : [[t(`network.${name}`), formatNumber(value)] as const];
  });
  const texts = [
    [t('network.version'), program.version],
    [t('network.started'), formatDuration(program.clock - program.startedAt)],
    ...figures,
    ...(skewMs < 1000 ? [] : [[t('network.skew'), formatDuration(skewMs)] as const]),
  ] as const;
  return (
    <dl class="figures">
      {texts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Text of={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Charts({ program: { samples, kind } }: { readonly program: ProgramView }) {
  return (
    <div class="charts">
      <Chart
        title={t('network.answersRate')}
        points={samples.map(([seenAt, , answers]) => [seenAt, answers])}
      />
      {kind !== 'proxy' ? null : (
        <Chart
          title={t('network.dropsRate')}
          points={samples.map(([seenAt, , , drops]) => [seenAt, drops])}
        />
      )}
      <Chart title={t('network.lagMs')} points={samples.map(([seenAt, lagMs]) => [seenAt, lagMs])} />
    </div>
  );
}
