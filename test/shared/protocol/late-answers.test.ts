import { describe, expect, it } from '@jest/globals';
import { LateAnswers } from '../../../shared/protocol/late-answers.ts';
import type { LateAnswer } from '../../../shared/protocol/late-answers.ts';
import { ManualTime } from '../../support/fakes/manual-time.ts';

const DEADLINE_MS = 1500;

function setUp() {
  const time = new ManualTime();
  const givenUp: LateAnswer[] = [];
  const answers = new LateAnswers<LateAnswer>(time, DEADLINE_MS, (late) => {
    givenUp.push(late);
    answers.end(late);
  });
  const begin = (): LateAnswer => {
    const late = { begunAt: 0, isOver: false };
    answers.begin(late);
    return late;
  };
  return { time, givenUp, answers, begin };
}

describe('answers that are waited for', () => {
  it('are given up at the deadline, and not long before, whenever they were begun [G51]', () => {
    const { time, givenUp, begin } = setUp();
    begin();
    time.advance(70);
    const second = begin();
    time.advance(DEADLINE_MS - 71);
    expect(givenUp).toHaveLength(0);
    time.advance(1);
    expect(givenUp).not.toHaveLength(0);
    time.advance(69);
    expect(givenUp).toHaveLength(2);
    expect(givenUp).toContain(second);
  });

  it('are never given up once they were given', () => {
    const { time, givenUp, answers, begin } = setUp();
    const [first, second] = [begin(), begin()];
    answers.end(first);
    time.advance(2 * DEADLINE_MS);
    expect(givenUp).toEqual([second]);
  });

  it('cost one timer, and none when there are none', () => {
    const { time, answers, begin } = setUp();
    const all = Array.from({ length: 1000 }, begin);
    expect([answers.count, time.pendingTimers]).toEqual([1000, 1]);
    for (const late of all) answers.end(late);
    time.advance(DEADLINE_MS / 15);
    expect([answers.count, time.pendingTimers]).toEqual([0, 0]);
    begin();
    expect(time.pendingTimers).toBe(1);
  });

  it('are given up all the same after one that could not be', () => {
    const time = new ManualTime();
    const [first, second, third] = Array.from({ length: 3 }, () => ({ begunAt: 0, isOver: false }));
    const answers = new LateAnswers<LateAnswer>(time, DEADLINE_MS, (late) => {
      answers.end(late);
      if (late === first) throw new Error('nobody can be told');
    });
    for (const late of [first, second, third]) if (late !== undefined) answers.begin(late);
    expect(() => {
      time.advance(DEADLINE_MS);
    }).toThrow('nobody can be told');
    time.advance(DEADLINE_MS / 15);
    expect([second?.isOver, third?.isOver, answers.count, time.pendingTimers]).toEqual([true, true, 0, 0]);
  });

  it('can be waited for, for a while', async () => {
    const { time, answers, begin } = setUp();
    await answers.drained(1000);
    const [first, second] = [begin(), begin()];
    const drained = answers.drained(1000);
    answers.end(first);
    answers.end(second);
    await drained;
    begin();
    const inVain = answers.drained(1000);
    time.advance(1000);
    await inVain;
    expect(answers.count).toBe(1);
  });
});
