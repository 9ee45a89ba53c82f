import type { AnswerOf, ScreenStates } from './screen-states.js'

const at = 1_795_000_000_000

/** The recurring jobs of a service. */
function jobsOf(count: number): AnswerOf<'/api/admin/jobs'> {
  return {
    ok: true,
    jobs: Array.from({ length: count }, (_, index) => ({
      job: index === 1 ? 'sum-the-days-of-the-ledger' : `job-${index}`,
      everyMs: 60_000,
      isRunning: index === 2,
      isOverdue: index === 3,
      nextRunAt: at,
      lastRunAt: index === 4 ? null : at,
      lastDurationMs: index === 4 ? null : 1_234,
      lastError: index === 1 ? 'the exchange rate is missing' : null,
      lastFailedAt: index === 1 ? at : null,
      failures: index === 1 ? 3 : 0,
    })),
  }
}

/** A person whose wallet operates the platform, which the shared service has none of. */
export const me: AnswerOf<'/api/auth/me'> = {
  ok: true,
  id: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  wallet: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  name: null,
  merchants: [
    {
      wallet: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      name: 'Platform',
      role: 'owner',
      rights: [],
    },
  ],
  isOperator: true,
  liveCursor: null,
  csrfToken: 'none',
}

export const operator: ScreenStates = {
  path: '/operator/jobs',
  reads: ['/api/admin/jobs'],
  answers: { '/api/auth/me': me, '/api/admin/jobs': jobsOf(14) },
  states: {
    empty: { none: 'The service always has recurring jobs.' },
    one: { answers: { '/api/admin/jobs': jobsOf(1) }, shows: 'job-0' },
    many: { shows: 'sum-the-days-of-the-ledger' },
    loading: {},
    stale: {},
    degraded: { none: 'Jobs are not read while the database is down.' },
    refused: { shows: 'Only operators of the platform see this' },
    error: {},
  },
}
