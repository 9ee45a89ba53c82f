import { type AnswerOf, type ScreenStates, statesOfTab } from './screen-states.js'

const at = 1_795_000_000_000

const registersOf = (count: number): AnswerOf<'/api/registers'> => ({
  ok: true,
  registers: Array.from({ length: count }, (_, index) => ({
    id: `reg_${index}`,
    name: index === 1 ? 'The long counter beside the garden door' : `Counter ${index}`,
    items: null,
    tipPresets: [10, 15],
    jurisdictionCode: null,
    footer: '',
    receiptWidth: 80,
    code: `t4k7m${index}`,
    revision: 1,
    createdAt: at,
    updatedAt: at,
  })),
})

const devicesOf = (count: number): AnswerOf<'/api/devices'> => ({
  ok: true,
  devices: Array.from({ length: count }, (_, index) => ({
    id: `dev_${index}`,
    registerId: `reg_${index}`,
    kind: index % 2 === 0 ? ('register' as const) : ('display' as const),
    name: `Tablet ${index}`,
    isUnlocked: false,
    cashierId: null,
    createdBy: 'psn_0',
    createdAt: at,
    lastUsedAt: at,
  })),
})

const cashiersOf = (count: number): AnswerOf<'/api/cashiers'> => ({
  ok: true,
  cashiers: Array.from({ length: count }, (_, index) => ({
    id: `csh_${index}`,
    name: `Person ${index} with a long family name`,
    rights: ['sell' as const, 'refund' as const],
    lockedUntil: null,
    createdAt: at,
  })),
})

export const registerTab: ScreenStates = statesOfTab({
  path: '/team/registers',
  reads: ['/api/registers'],
  answers: {
    '/api/registers': registersOf(6),
    '/api/devices': devicesOf(8),
    '/api/cashiers': cashiersOf(12),
  },
  empty: {
    answers: {
      '/api/registers': registersOf(0),
      '/api/devices': devicesOf(0),
      '/api/cashiers': cashiersOf(0),
    },
    shows: 'No registers yet',
  },
  one: { answers: { '/api/registers': registersOf(1) }, shows: 'Counter 0' },
  many: { shows: 'The long counter beside the garden door' },
})

const sessionsOf = (count: number): AnswerOf<'/api/sessions'> => ({
  ok: true,
  sessions: Array.from({ length: count }, (_, index) => ({
    id: `ses_${index}`,
    createdAt: at,
    verifiedAt: at,
    expiresAt: at + 86_400_000,
    userAgent:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0',
    isCurrent: index === 0,
  })),
})

const passkeysOf = (count: number): AnswerOf<'/api/passkeys'> => ({
  ok: true,
  passkeys: Array.from({ length: count }, (_, index) => ({
    id: `pky_${index}`,
    name: `Phone ${index}`,
    createdAt: at,
    lastUsedAt: index === 0 ? null : at,
  })),
})

export const securityTab: ScreenStates = statesOfTab({
  path: '/team/security',
  reads: ['/api/sessions'],
  answers: { '/api/sessions': sessionsOf(6), '/api/passkeys': passkeysOf(3) },
  empty: { none: 'The person who looks has a session.' },
  one: { answers: { '/api/sessions': sessionsOf(1) }, shows: 'Sessions' },
  many: { shows: 'Phone 2' },
})
