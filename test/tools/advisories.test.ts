import { describe, expect, it } from '@jest/globals';
import { dirname } from 'node:path';
import { callInNode } from '../support/processes/call-in-node.ts';
import { listFiles } from '../support/repository/source-files.ts';

const call = async (name: string, ...args: unknown[]): Promise<unknown> =>
  await callInNode('tools/supply-chain/advisories.mjs', name, ...args);

const ADVISORY = {
  source: 1_103_907,
  name: 'left',
  title: 'Left is right',
  url: 'https://github.example/advisories/GHSA-aaaa-bbbb-cccc',
  severity: 'high',
};
const FINDING = { id: 'GHSA-aaaa-bbbb-cccc', package: 'left', title: 'Left is right', severity: 'high' };

describe('what npm audit reports', () => {
  it('contains each advisory once, regardless of the number of packages', async () => {
    const vulnerabilities = {
      left: { via: [ADVISORY] },
      above: { via: ['left'] },
      also: { via: [ADVISORY] },
    };
    const report = JSON.stringify({ auditReportVersion: 2, vulnerabilities });
    expect(await call('readAudit', report)).toEqual({ answered: true, findings: [FINDING] });
  });

  it('is empty if the registry reports none, and unknown if the registry does not answer', async () => {
    const none = '{"auditReportVersion":2,"vulnerabilities":{}}';
    expect(await call('readAudit', none)).toEqual({ answered: true, findings: [] });
    const refused = JSON.stringify({ message: '405 - POST https://host.example/', statusCode: 405 });
    expect(await call('readAudit', refused)).toEqual({ answered: false, reason: 'status 405' });
    expect(await call('readAudit', '')).toEqual({ answered: false, reason: 'it cannot be reached' });
  });
});

describe('the audits of several lock files', () => {
  const answered = { answered: true, findings: [FINDING] };

  it('are merged, with each advisory once', async () => {
    const other = { ...FINDING, id: 'GHSA-dddd-eeee-ffff' };
    const audits = [answered, { answered: true, findings: [FINDING, other] }];
    expect(await call('mergeAudits', audits)).toEqual({ answered: true, findings: [FINDING, other] });
  });

  it('are not answered if one of them is not', async () => {
    const refused = { answered: false, reason: 'status 405' };
    expect(await call('mergeAudits', [answered, refused])).toEqual(refused);
  });

  it('cover every lock file in the repository', async () => {
    const folders = (await callInNode('tools/set-up/npm-packages.mjs', 'packageFolders')) as string[];
    expect(folders.sort()).toEqual(listFiles('.', 'package-lock.json').map(dirname).sort());
  });
});

describe('an advisory', () => {
  it('is answered if the document contains its id', async () => {
    expect(await call('unanswered', [FINDING], '| GHSA-xxxx | other | … |')).toEqual([FINDING]);
    expect(await call('unanswered', [FINDING], '| GHSA-aaaa-bbbb-cccc | left | … |')).toEqual([]);
  });
});

describe('the libraries that have a newer patch release', () => {
  it('are reported with both versions', async () => {
    const output = 'OpenJDK says hello\nnewest org.a:b:1.2.3 1.2.3\nnewest org.a:c:1.2.3 1.2.10\n';
    expect(await call('libraryUpdates', output)).toEqual([
      { coordinates: 'org.a:c', pinned: '1.2.3', newest: '1.2.10' },
    ]);
  });
});
