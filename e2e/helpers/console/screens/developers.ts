import type { AnswerOf, ScreenStates } from './screen-states.js'

const at = 1_795_000_000_000

/** The keys of a shop. */
function keysOf(count: number): AnswerOf<'/api/keys'> {
  return {
    ok: true,
    keys: Array.from({ length: count }, (_, index) => ({
      id: `key_${index}`,
      prefix: 'tly_test_KG7itm1mXA',
      name: index === 1 ? 'Warehouse and accounting synchronization' : 'Web shop',
      scopes: ['orders:create', 'receipts:read'],
      createdAt: at,
      lastUsedAt: index === 0 ? at : null,
      expiresAt: index === 2 ? at + 86_400_000 : null,
    })),
  }
}

export const developers: ScreenStates = {
  path: '/developers',
  reads: ['/api/keys'],
  answers: { '/api/keys': keysOf(12) },
  states: {
    empty: { answers: { '/api/keys': keysOf(0) }, shows: 'No keys yet' },
    one: { answers: { '/api/keys': keysOf(1) }, shows: 'Web shop' },
    many: { shows: 'Warehouse and accounting synchronization' },
    loading: {},
    stale: {},
    degraded: { none: 'Keys are not read while the database is down.' },
    refused: {},
    error: {},
  },
}
