import { describe, expect, it } from '@jest/globals';
import { dirname } from 'node:path';
import { packageFolders } from '../../tools/set-up/npm-packages.mjs';
import {
  libraryUpdates,
  mergeAudits,
  readAudit,
  unanswered,
} from '../../tools/check/advisories/advisories.mjs';
import { listFiles } from '../support/repository/source-files.ts';

const ADVISORY = {
  source: 1_103_907,
  name: 'left',
  title: 'Left is right',
  url: 'https://github.example/advisories/GHSA-aaaa-bbbb-cccc',
  severity: 'high',
};
const FINDING = { id: 'GHSA-aaaa-bbbb-cccc', package: 'left', title: 'Left is right', severity: 'high' };

describe('what npm audit reports', () => {
  it('contains each advisory once, regardless of the number of packages', () => {
    const vulnerabilities = {
      left: { via: [ADVISORY] },
      above: { via: ['left'] },
      also: { via: [ADVISORY] },
    };
    const report = JSON.stringify({ auditReportVersion: 2, vulnerabilities });
    expect(readAudit(report)).toEqual({ answered: true, findings: [FINDING] });
  });

  it('is empty if the registry reports none, and unknown if the registry does not answer', () => {
    const none = '{"auditReportVersion":2,"vulnerabilities":{}}';
    expect(readAudit(none)).toEqual({ answered: true, findings: [] });
    const refused = JSON.stringify({ message: '405 - POST https://host.example/', statusCode: 405 });
    expect(readAudit(refused)).toEqual({ answered: false, reason: 'status 405' });
    expect(readAudit('')).toEqual({ answered: false, reason: 'it cannot be reached' });
  });
});

describe('the audits of several lock files', () => {
  const answered = { answered: true as const, findings: [FINDING] };

  it('are merged, with each advisory once', () => {
    const other = { ...FINDING, id: 'GHSA-dddd-eeee-ffff' };
    const audits = [answered, { answered: true as const, findings: [FINDING, other] }];
    expect(mergeAudits(audits)).toEqual({ answered: true, findings: [FINDING, other] });
  });

  it('are not answered if one of them is not', () => {
    const refused = { answered: false as const, reason: 'status 405' };
    expect(mergeAudits([answered, refused])).toEqual(refused);
  });

  it('cover every lock file in the repository', () => {
    expect(packageFolders().sort()).toEqual(listFiles('.', 'package-lock.json').map(dirname).sort());
  });
});

describe('an advisory', () => {
  it('is answered if the document contains its id', () => {
    expect(unanswered([FINDING], '| GHSA-xxxx | other | … |')).toEqual([FINDING]);
    expect(unanswered([FINDING], '| GHSA-aaaa-bbbb-cccc | left | … |')).toEqual([]);
  });
});

describe('the libraries that have a newer patch release', () => {
  it('are reported with both versions', () => {
    const output = 'OpenJDK says hello\nnewest org.a:b:1.2.3 1.2.3\nnewest org.a:c:1.2.3 1.2.10\n';
    expect(libraryUpdates(output)).toEqual([{ coordinates: 'org.a:c', pinned: '1.2.3', newest: '1.2.10' }]);
  });
});
