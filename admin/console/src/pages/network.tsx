import { useState } from 'preact/hooks';
import type { ProgramSamples, ProgramView, Programs } from '../../../../shared/rest/console.ts';
import { Chart, Sparkline } from '../parts/chart.tsx';
import { LoadStatus } from '../parts/load-status.tsx';
import { Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { Text } from '../parts/text.tsx';
import { describeFailure, formatClock, formatDuration, formatNumber, formatTime } from '../state/formats.ts';
import { isProblem, isRunning, listPrograms, PROGRAM_KINDS } from '../state/programs.ts';
import type { ListedProgram } from '../state/programs.ts';
import { useFilters } from '../state/route.ts';
import { useStore } from '../state/store.ts';
import { useLoaded } from '../state/use-loaded.ts';
import { t } from '../texts/translate.ts';
import './network.css';

/** Which programs are shown: all, those with a problem, or those of one kind. */
const SHOWN = ['all', 'problems', ...PROGRAM_KINDS] as const;
type Shown = (typeof SHOWN)[number];

const HOUR_MS = 3_600_000;
const COLORS = { ok: 'good', degraded: 'warn', starting: 'warn', stopped: 'quiet', dead: 'bad' } as const;

/** All running programs, those with a problem first. */
export function Network() {
  const { isRedisConnected } = useStore();
  // In an outage of Redis, nothing is known of the programs: they are shown as they were before.
  const loaded = useLoaded<Programs>('v1/console/programs', isRedisConnected, isRedisConnected);
  return (
    <Page name="network" action={<Dump />}>
      <LoadStatus loaded={loaded} />
      {loaded.body && <ProgramList body={loaded.body} />}
    </Page>
  );
}

/** Downloads one file for a bug report, also while Redis is unreachable. */
function Dump() {
  const store = useStore();
  const [problem, setProblem] = useState('');
  const download = async (): Promise<void> => {
    const answer = await store.api.request<object>('v1/console/dump');
    setProblem(answer.ok ? '' : describeFailure(answer));
    if (!answer.ok) return;
    const link = document.createElement('a');
    link.download = 'feature-control-dump.json';
    link.href = `data:application/json,${encodeURIComponent(JSON.stringify(answer.body, null, 2))}`;
    link.click();
  };
  return (
    <p class="actions">
      <small>{t('network.dumpNote')}</small>
      <button type="button" onClick={() => void download()}>
        {t('network.dump')}
      </button>
      <Problem text={problem} />
    </p>
  );
}

function ProgramList({ body }: { readonly body: Programs }) {
  const filters = useFilters();
  const programs = listPrograms(body);
  const isFound = filters.finder('find');
  const matches = (program: ListedProgram, shown: Shown): boolean =>
    shown === 'all' || (shown === 'problems' ? isProblem(program) : program.kind === shown);
  const shown = SHOWN.find((each) => each === filters.get('show')) ?? 'all';
  const found = programs.filter(
    (program) => matches(program, shown) && isFound(`${program.name} ${program.version}`),
  );
  const choice = (each: Shown) => {
    const count = programs.filter((program) => matches(program, each)).length;
    return (
      <button
        key={each}
        type="button"
        aria-pressed={each === shown}
        onClick={() => {
          filters.set('show', each === 'all' ? '' : each);
        }}
      >
        {t(`network.${each}`)}
        <span class={each === 'problems' && count > 0 ? 'count bad' : 'count'}>{formatNumber(count)}</span>
      </button>
    );
  };
  return (
    <>
      <div class="tools">
        <div class="choices" role="group" aria-label={t('network.show')}>
          {SHOWN.map(choice)}
        </div>
        <SearchField label={t('network.find')} filters={filters} name="find" />
      </div>
      <p class="quiet" role="status">
        {found.length > 0
          ? describeTotals(found.filter(isRunning))
          : t(programs.length === 0 ? 'network.empty' : 'network.none')}
      </p>
      {found.length > 0 && <ProgramTable programs={found} nowMs={body.nowMs} />}
    </>
  );
}

/** Describes the figures of several programs together. */
function describeTotals(running: readonly ListedProgram[]): string {
  const sum = (valueOf: (program: ListedProgram) => number): string =>
    formatNumber(running.reduce((total, program) => total + valueOf(program), 0));
  return t('network.totals', {
    players: sum(({ players = 0 }) => players),
    answers: sum(({ latest: [, , answers] }) => answers),
    drops: sum(({ latest: [, , , drops] }) => drops),
  });
}

/**
 * Columns after the name and the state, with their headings. On a narrow screen, the details have what they
 * show, written in full.
 */
const COLUMNS = [
  ['players', 'network.players'],
  ['answersRate', 'network.answersShort'],
  ['trend', 'network.trend'],
  ['dropsRate', 'network.dropsShort'],
  ['lag', 'network.lag'],
  ['version', 'network.version'],
  ['started', 'network.started'],
] as const;

interface ProgramTableProps {
  readonly programs: readonly ListedProgram[];
  readonly nowMs: number;
}

function ProgramTable({ programs, nowMs }: ProgramTableProps) {
  // All lines have the same axis, so that they can be compared: from what is first known of those that run.
  const times = programs.filter(isRunning).flatMap(({ trend }) => trend.map(([ms]) => ms));
  const toMs = Math.min(nowMs, Math.max(0, ...times) || nowMs);
  const fromMs = Math.max(Math.min(toMs, ...times), toMs - HOUR_MS);
  return (
    <table class="programs">
      <thead>
        <tr>
          <th scope="col">{t('network.program')}</th>
          <th scope="col">{t('network.state')}</th>
          {COLUMNS.map(([column, heading]) => (
            <th key={column} scope="col" class={column}>
              {column !== 'trend' ? (
                t(heading)
              ) : (
                <span class="axis">
                  <small>{formatClock(fromMs)}</small>
                  <span class="unseen">{t(heading)}</span>
                  <small>{formatClock(toMs)}</small>
                </span>
              )}
            </th>
          ))}
        </tr>
      </thead>
      {programs.map((program) => (
        <ProgramRows key={program.id} program={program} nowMs={nowMs} fromMs={fromMs} toMs={toMs} />
      ))}
    </table>
  );
}

interface ProgramRowsProps {
  readonly program: ListedProgram;
  readonly nowMs: number;
  /** The times of the edges of its line. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** The row of a program, and below it, the details if they are wanted. */
function ProgramRows({ program, nowMs, fromMs, toMs }: ProgramRowsProps) {
  const { id, kind, latest, name, players, startedAt, state, clock, trend, version } = program;
  const [isOpened, setOpened] = useState(false);
  const [, lagMs, answers, drops] = latest;
  const details = `details-${id}`;
  // What was last known of one that does not run is in the details.
  const figure = (text: string): string => (isRunning(program) ? text : '');
  return (
    <tbody data-program={name}>
      <tr>
        <th scope="row">
          <button
            type="button"
            class="link"
            aria-expanded={isOpened}
            aria-controls={isOpened ? details : undefined}
            onClick={() => {
              setOpened(!isOpened);
            }}
          >
            <Text class="code" of={name} />
          </button>
          {kind !== 'proxy' && <small>{t(`network.kind.${kind}`)}</small>}
        </th>
        <td>
          <span class={`pill ${COLORS[state]}`}>{t(`health.${state}`)}</span>
          {state === 'dead' && <small>{formatDuration(nowMs - program.seenAt)}</small>}
        </td>
        <td class="players">{players !== undefined && figure(formatNumber(players))}</td>
        <td class="answersRate">{figure(formatNumber(answers))}</td>
        <td class="trend">
          <Sparkline points={trend.filter(([ms]) => ms >= fromMs)} fromMs={fromMs} toMs={toMs} />
        </td>
        <td class={`dropsRate ${drops > 0 ? 'warn' : 'zero'}`}>{figure(formatNumber(drops))}</td>
        <td class={`lag ${lagMs > 0 ? 'warn' : 'zero'}`}>{figure(formatLag(lagMs))}</td>
        <td class="version">
          <Text of={version} />
        </td>
        <td class="started">{formatDuration(clock - startedAt)}</td>
      </tr>
      {isOpened && (
        <tr>
          <td class="details" id={details} colSpan={2 + COLUMNS.length}>
            <Figures program={program} />
            <Charts program={program} />
          </td>
        </tr>
      )}
    </tbody>
  );
}

function formatLag(ms: number): string {
  return ms < 1000 ? t('network.ms', { ms: formatNumber(ms) }) : formatDuration(ms);
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
    [t('network.seen'), formatTime(program.seenAt)],
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

/** The charts in the details, each with the position of its figure in a sample. */
const CHARTS = [
  ['answersRate', 2],
  ['dropsRate', 3],
  ['lagMs', 1],
] as const;

function Charts({ program: { id, kind } }: { readonly program: ProgramView }) {
  const { isRedisConnected } = useStore();
  const path = `v1/console/programs/${encodeURIComponent(id)}`;
  const { body, problem } = useLoaded<ProgramSamples>(path, isRedisConnected, isRedisConnected);
  if (body === undefined) return <Problem text={problem} />;
  return (
    <div class="charts">
      {CHARTS.filter(([name]) => kind === 'proxy' || name !== 'dropsRate').map(([name, position]) => (
        <Chart
          key={name}
          title={t(`network.${name}`)}
          points={body.samples.map((sample) => [sample[0], sample[position]])}
        />
      ))}
    </div>
  );
}
