import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { findOnPath, isExecutableFile } from './find-on-path.mjs';

/** Paths where package managers and installers put JDKs; `*` matches a folder name, or the rest of one. */
const PLACES = [
  '/usr/lib/jvm/*',
  '/usr/java/*',
  '/opt/java/*',
  '/opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home',
  '/usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home',
  '/home/linuxbrew/.linuxbrew/opt/openjdk*/libexec',
  '/Library/Java/JavaVirtualMachines/*/Contents/Home',
  join(homedir(), '.sdkman/candidates/java/*'),
];

/**
 * Finds every JDK; a JRE, which has no `javac`, does not count. Only reads files, except for macOS's
 * `java_home`.
 * @returns {{ home: string, major: number }[]} `JAVA_HOME` first, then by version, without duplicates
 */
export function findJdks() {
  const homes = [
    process.env['JAVA_HOME'],
    homeOnPath(),
    ...PLACES.flatMap((place) => expand('/', place.split('/').slice(1))),
  ];
  if (process.platform === 'darwin') homes.push(macOsDefault());
  const [preferred] = homes.map(readJdk);
  const found = homes.map(readJdk).filter((jdk) => jdk !== undefined);
  const unique = [...new Map(found.map((jdk) => [jdk.home, jdk])).values()];
  return unique.sort(
    (a, b) => Number(b.home === preferred?.home) - Number(a.home === preferred?.home) || a.major - b.major,
  );
}

/** @returns {number | undefined} the version of Debian's default Java, whether JDK or JRE */
export function findDistributionJava() {
  return readVersion('/usr/lib/jvm/default-java');
}

/** @returns {{ home: string, major: number } | undefined} */
function readJdk(home) {
  if (!home || !isExecutableFile(join(home, 'bin', 'javac'))) return undefined;
  const major = readVersion(home);
  return major === undefined ? undefined : { home: realpathSync(home), major };
}

function readVersion(home) {
  const release = join(home, 'release');
  if (!existsSync(release)) return undefined;
  const version = /^JAVA_VERSION="(?:1\.)?(\d+)/m.exec(readFileSync(release, 'utf8'))?.[1];
  return version && Number(version);
}

function homeOnPath() {
  const javac = findOnPath('javac');
  return javac && dirname(dirname(realpathSync(javac)));
}

function expand(directory, [segment, ...rest]) {
  if (segment === undefined) return [directory];
  if (!segment.endsWith('*')) return expand(join(directory, segment), rest);
  if (!existsSync(directory)) return [];
  const names = readdirSync(directory).filter((name) => name.startsWith(segment.slice(0, -1)));
  return names.flatMap((name) => expand(join(directory, name), rest));
}

function macOsDefault() {
  try {
    return execFileSync('/usr/libexec/java_home', {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}
