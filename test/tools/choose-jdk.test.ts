import { describe, expect, it } from '@jest/globals';
import { chooseJdk, newestJdk } from '../../tools/set-up/choose-jdk.mjs';

const jdk = (major: number) => ({ home: `/jdk-${major}`, major });

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
