import type { AnswerOf, ScreenStates } from './screen-states.js'

const at = 1_795_000_000_000
const wallet = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

function membersOf(count: number): AnswerOf<'/api/members'> {
  return {
    ok: true,
    members: Array.from({ length: count }, (_, index) => ({
      id: `psn_${index}`,
      wallet: index === 0 ? wallet : null,
      name: index === 0 ? null : `Person ${index} with a long family name`,
      role: index === 0 ? 'owner' : 'support',
      invitedBy: null,
      createdAt: at,
      joinedAt: index === 2 ? null : at,
      expiresAt: index === 2 ? at : null,
    })),
    roles: [
      { role: 'owner', rights: ['shop:read', 'shop:write', 'split:write'] },
      { role: 'support', rights: ['shop:read'] },
    ],
  }
}

function auditOf(count: number): AnswerOf<'/api/audit'> {
  return {
    ok: true,
    entries: Array.from({ length: count }, (_, index) => ({
      seq: count - index,
      at,
      actor: wallet,
      device: null,
      cashier: null,
      role: 'owner',
      action: index === 0 ? 'key.created' : 'shop.updated',
      target: wallet,
      before: null,
      after: { name: 'Web shop' },
      correlationId: 'req_sample',
      hash: 'a1'.repeat(32),
    })),
    nextCursor: null,
  }
}

export const team: ScreenStates = {
  path: '/team',
  reads: ['/api/members'],
  answers: { '/api/members': membersOf(14) },
  states: {
    empty: { none: 'A shop has an owner.' },
    one: { answers: { '/api/members': membersOf(1) }, shows: '0x7099…79C8' },
    many: { shows: 'Person 5 with a long family name' },
    loading: {},
    stale: {},
    degraded: { none: 'Members are not read while the database is down.' },
    refused: {},
    error: {},
  },
}

export const audit: ScreenStates = {
  path: '/audit',
  reads: ['/api/audit'],
  answers: { '/api/audit': auditOf(30) },
  states: {
    empty: { answers: { '/api/audit': auditOf(0) }, shows: 'No entries yet' },
    one: { answers: { '/api/audit': auditOf(1) }, shows: 'key.created' },
    many: { shows: 'shop.updated' },
    loading: {},
    stale: {},
    degraded: { none: 'The log is not read while the database is down.' },
    refused: {},
    error: {},
  },
}
