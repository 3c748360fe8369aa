import { describe, expect, it } from '@jest/globals';
import { chooseJdk, newestJavaFor, newestJdk } from '../../tools/set-up/choose-jdk.mjs';

const jdk = (major: number) => ({ home: `/jdk-${major}`, major });

describe('the newest Java that a Gradle runs on', () => {
  it.each([
    [[4, 4, 1], 17],
    [[7, 3], 17],
    [[7, 6, 4], 19],
    [[8, 5], 21],
    [[8, 14, 1], 24],
    [[9, 0, 0], 24],
    [[9, 1], 25],
    [[10, 0], 26],
  ])('%j: %j', (gradle, java) => {
    expect(newestJavaFor(gradle)).toBe(java);
  });

  it.each([[[4, 4]], [[6, 9, 4]], [[7, 2]]])('%j runs on none that we support', (gradle) => {
    expect(newestJavaFor(gradle)).toBeUndefined();
  });
});

describe('Debian’s Gradle', () => {
  it.each([
    [17, 17],
    [21, 21],
    [11, 17],
  ])('where Java %i is the default runs on %i at most', (distributionJava, java) => {
    expect(newestJavaFor([4, 4, 1], distributionJava)).toBe(java);
  });
});

describe('the JDK for the build', () => {
  it.each([
    ['17, when Gradle runs on nothing newer', [jdk(11), jdk(17), jdk(25)], 17, jdk(17)],
    ['the first that fits, which is the user’s own', [jdk(21), jdk(17)], 24, jdk(21)],
    ['not the user’s own, when it is too new', [jdk(25), jdk(17)], 24, jdk(17)],
    ['none, when all are too old', [jdk(8), jdk(11)], 24, undefined],
    ['none, when all are too new', [jdk(25)], 17, undefined],
  ])('is %s', (_, jdks, newestJava, chosen) => {
    expect(chooseJdk(jdks, newestJava)).toStrictEqual(chosen);
  });

  it('is not always the newest', () => {
    expect(newestJdk([jdk(17), jdk(25), jdk(21)])).toStrictEqual(jdk(25));
    expect(newestJdk([])).toBeUndefined();
  });
});
