import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anAttempt, anOutgoing, aReceipt } from '../../../../../test/fixtures/outgoing.js'
import { unixMs } from '../../../../lib/time.js'
import type { Attempt, Outgoing } from '../outgoing.js'
import { fillPurpose } from '../signer-roles.js'
import { decideStep, type Facts, type Rules } from './decide-step.js'

const rules: Rules = {
  bumpAfterMs: 30_000,
  maxBumps: 5,
  maxFeePerGas: 5n,
  confirmations: 3,
  nonceGraceMs: 10_000,
}
const now = unixMs(1_000_000)

/** Nonce 5 is the lowest pending one, in the node's mempool, and was sent a second ago. */
const facts: Facts = { count: 5, pending: 6, head: 100n, now, inclusion: null }
const sentOutgoing = anOutgoing({ state: 'sent', nonce: 5, stateSince: unixMs(now - 1_000) })
const attempt = anAttempt({ nonce: 5, broadcastAt: unixMs(now - 1_000), outcome: 'accepted' })

function decide(
  row: Partial<Outgoing> = {},
  look: Partial<Facts> = {},
  attempts: readonly Attempt[] = [attempt],
) {
  const current = attempts.at(-1) ?? attempt
  return decideStep(
    { ...sentOutgoing, ...row },
    { attempts, current, facts: { ...facts, ...look }, rules },
  )
}

const long = unixMs(now - 60_000)
const late = { stateSince: long }
const old = { ...attempt, broadcastAt: long }
const refused = { ...old, outcome: 'refused' }
const includedAttempt = (minedAttempt: Attempt = attempt, blockNumber = 98n) => ({
  attempt: minedAttempt,
  receipt: aReceipt({ hash: minedAttempt.hash, blockNumber }),
  isCanonical: true,
})

describe('decideStep', () => {
  test('default', () => {
    expect(decide()).toEqual({ kind: 'wait' })
  })

  test('behavior: broadcasts an attempt that never was, however old', () => {
    const never = { ...attempt, broadcastAt: null, outcome: null }
    expect(decide({ ...late, state: 'signed' }, {}, [never])).toEqual({ kind: 'broadcast' })
  })

  test('behavior: broadcasts again when the node has dropped it', () => {
    expect(decide({}, { pending: 5 })).toEqual({ kind: 'broadcast' })
  })

  test('behavior: is mined with any of its attempts', () => {
    const newer = { ...anAttempt({ nonce: 5, generation: 2 }), broadcastAt: now }
    expect(
      decide({}, { count: 6, inclusion: includedAttempt(attempt) }, [attempt, newer]),
    ).toMatchObject({
      kind: 'mined',
      attempt,
      isSettled: true,
    })
  })

  test.each([
    ['its own block and two on top', 98n, true, true],
    ['one block too few', 99n, true, false],
    ['a block that is not part of the chain', 98n, false, false],
  ])(
    'behavior: settles a transaction found in %s',
    (_name, blockNumber, isCanonical, isSettled) => {
      const look = {
        count: 6,
        inclusion: { ...includedAttempt(attempt, blockNumber), isCanonical },
      }
      expect(decide({}, look)).toMatchObject({ kind: 'mined', isSettled })

      const { hash } = attempt
      const { blockHash } = look.inclusion.receipt
      const row = { state: 'mined', hash, blockHash, blockNumber } as const
      expect(decide(row, look)).toEqual({ kind: isSettled ? 'settled' : 'wait' })
    },
  )

  test('behavior: is lost without its receipt, or with one of another block', () => {
    const { receipt } = includedAttempt()
    const row = { state: 'mined', hash: attempt.hash, blockHash: receipt.blockHash } as const
    expect(decide(row, { count: 6, inclusion: null })).toEqual({ kind: 'lost' })

    const other = aReceipt({
      hash: attempt.hash,
      blockNumber: 98n,
      blockHash: sentOutgoing.id as never,
    })
    const moved = { ...includedAttempt(), receipt: other }
    expect(decide(row, { count: 6, inclusion: moved })).toEqual({ kind: 'lost' })
  })

  test('behavior: bumps fees every 30 seconds, five times, then follows the market', () => {
    expect(decide(late, {}, [old])).toEqual({ kind: 'bump' })
    expect(decide({ ...late, bumps: 4 }, {}, [old])).toEqual({ kind: 'bump' })
    for (const bumps of [5, 500]) {
      expect(decide({ ...late, bumps, stuckSince: now }, {}, [old])).toEqual({ kind: 'follow' })
    }
  })

  test.each([
    ['came back from a block a moment ago', {}, {}, old],
    ['was signed again a moment ago', late, {}, attempt],
    ['waits for one before it', late, { count: 4 }, old],
    ['cannot be paid for', late, {}, { ...old, outcome: 'unfunded' }],
  ])('behavior: does not bump a transaction that %s', (_name, row, look, latest) => {
    expect(decide(row, look, [latest])).toEqual({ kind: 'wait' })
  })

  test('behavior: replaces a transaction refused at every fee with an empty one', () => {
    const row = { ...late, bumps: 5 }
    expect(decide(row, {}, [refused, refused])).toEqual({ kind: 'empty' })
    expect(decide(row, {}, [old, refused])).toEqual({ kind: 'follow' })
    expect(decide(row, {}, [refused, { ...refused, isEmpty: true }])).toEqual({ kind: 'follow' })
    expect(decide({ ...row, purpose: fillPurpose }, {}, [refused])).toEqual({ kind: 'follow' })
  })

  test('behavior: a final empty transaction fails the intent', () => {
    const empty = { ...old, isEmpty: true }
    const look = (blockNumber: bigint) => ({
      count: 6,
      inclusion: includedAttempt(empty, blockNumber),
    })
    expect(decide({}, look(99n), [refused, empty])).toEqual({ kind: 'wait' })
    expect(decide({}, look(98n), [refused, empty])).toEqual({ kind: 'failed', keepsNonce: true })
  })

  test('behavior: acts on a nonce used elsewhere only after the grace period', () => {
    const takenNonces = { count: 6 }
    expect(decide({}, takenNonces)).toEqual({ kind: 'unresolved' })

    const since = { takenSince: unixMs(now - 10_000), takenAtBlock: 98n }
    expect(decide(since, takenNonces)).toEqual({ kind: 'replan' })
    expect(decide({ ...since, takenSince: unixMs(now - 9_999) }, takenNonces)).toEqual({
      kind: 'wait',
    })
    expect(decide({ ...since, takenAtBlock: 99n }, takenNonces)).toEqual({ kind: 'wait' })
    expect(decide({ ...since, takenAtBlock: 101n }, takenNonces)).toEqual({ kind: 'unresolved' })
    expect(decide(since)).toEqual({ kind: 'resolved' })
  })

  test('behavior: a nonce fill ends when another transaction used the nonce', () => {
    const since = { takenSince: long, takenAtBlock: 90n }
    const takenNonces = { count: 6 }
    const failed = { kind: 'failed', keepsNonce: false }
    expect(decide({ ...since, purpose: fillPurpose }, takenNonces)).toEqual(failed)
    expect(decide(since, takenNonces, [refused, { ...old, isEmpty: true }])).toEqual(failed)
  })
})

const time = fc.integer({ min: 0, max: 200_000 }).map((ms) => unixMs(ms))
const aBlock = fc.bigInt({ min: 0n, max: 20n })
const anyAttempt = fc
  .record({
    nonce: fc.constantFrom(4, 5, 5, 5),
    broadcastAt: fc.option(time),
    outcome: fc.constantFrom('accepted', 'refused', 'refused', 'refused', 'unfunded'),
    isEmpty: fc.constantFrom(false, false, false, true),
  })
  .map((fields) => anAttempt(fields))
const anyCase = fc.record({
  row: fc.record({
    state: fc.constantFrom('signed' as const, 'sent' as const, 'mined' as const),
    purpose: fc.constantFrom('split.create', fillPurpose),
    stateSince: time,
    bumps: fc.constantFrom(0, 4, 5, 6),
    takenSince: fc.option(time, { freq: 2 }),
    takenAtBlock: fc.option(aBlock),
    stuckSince: fc.option(time, { freq: 2 }),
  }),
  attempts: fc.array(anyAttempt, { minLength: 1, maxLength: 3 }),
  count: fc.constantFrom(4, 5, 5, 6),
  pending: fc.constantFrom(4, 5, 6),
  head: aBlock,
  now: time,
  inBlock: fc.option(fc.record({ blockNumber: aBlock, isCanonical: fc.boolean() }), { freq: 2 }),
})

describe('decideStep properties', () => {
  const each = (check: (input: ReturnType<typeof decideAny>) => void) =>
    fc.assert(
      fc.property(anyCase, (input) => check(decideAny(input))),
      { seed: 1, numRuns: 1_000 },
    )

  test('property: every step occurs', () => {
    const cases = fc.sample(anyCase, { seed: 1, numRuns: 2_000 })
    const kinds = new Set(cases.map((input) => decideAny(input).step.kind))
    expect([...kinds].toSorted()).toEqual([
      ...['broadcast', 'bump', 'empty', 'failed', 'follow', 'lost', 'mined', 'replan', 'resolved'],
      ...['settled', 'unresolved', 'wait'],
    ])
  })

  test('property: replans only when the nonce was used elsewhere for long enough and deep enough', () => {
    each(({ step, row, current, look }) => {
      if (step.kind !== 'replan') return
      expect(look.inclusion).toBeNull()
      expect(look.count).toBeGreaterThan(current.nonce)
      expect(look.now - Number(row.takenSince)).toBeGreaterThanOrEqual(rules.nonceGraceMs)
      expect(Number(look.head) - Number(row.takenAtBlock)).toBeGreaterThanOrEqual(2)
      expect(row.state).not.toBe('mined')
    })
  })

  test('property: signs and sends nothing while an attempt is in a block', () => {
    each(({ step, look }) => {
      if (look.inclusion)
        expect(['bump', 'follow', 'empty', 'broadcast', 'replan']).not.toContain(step.kind)
    })
  })

  test('property: bumps only the lowest pending nonce, up to the maximum', () => {
    each(({ step, row, current, look }) => {
      if (!['bump', 'follow', 'empty'].includes(step.kind)) return
      expect(look.count).toBe(current.nonce)
      expect(step.kind === 'bump').toBe(row.bumps < rules.maxBumps)
    })
  })

  test('property: settles only with enough canonical confirmations', () => {
    each(({ step, look }) => {
      const isFinal = step.kind === 'settled' || (step.kind === 'mined' && step.isSettled)
      if (!isFinal) return
      expect(look.inclusion?.isCanonical).toBe(true)
      expect(
        Number(look.head - (look.inclusion?.receipt.blockNumber ?? 0n)) + 1,
      ).toBeGreaterThanOrEqual(3)
    })
  })

  test('property: fails only for a mined empty transaction or an unneeded nonce', () => {
    each(({ step, row, current, look }) => {
      if (step.kind !== 'failed') return
      if (step.keepsNonce) expect(look.inclusion?.attempt.isEmpty).toBe(true)
      else expect(row.purpose === fillPurpose || current.isEmpty).toBe(true)
    })
  })
})

function decideAny(input: typeof anyCase extends fc.Arbitrary<infer Case> ? Case : never) {
  const { attempts, inBlock, count, pending, head, now: time } = input
  const current = attempts.at(-1) ?? attempt
  const row = anOutgoing({ ...input.row, nonce: current.nonce, hash: current.hash })
  const look: Facts = {
    count,
    pending,
    head,
    now: time,
    inclusion: inBlock && {
      attempt: attempts[0] ?? current,
      receipt: aReceipt({ hash: current.hash, blockNumber: inBlock.blockNumber }),
      isCanonical: inBlock.isCanonical,
    },
  }
  const mined = { ...row, blockHash: look.inclusion?.receipt.blockHash ?? null }
  const step = decideStep(mined, { attempts, current, facts: look, rules })
  return { step, row, current, look }
}
