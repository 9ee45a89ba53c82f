import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anAttempt, anOutgoing, aReceipt } from '../../../../test/fixtures/outgoing.js'
import { unixMs } from '../../../lib/time.js'
import { decideStep, type Facts, type Rules } from './decide-step.js'
import { type Attempt, fillPurpose, type Outgoing } from './outgoing.js'

const rules: Rules = { bumpAfterMs: 30_000, maxBumps: 5, confirmations: 3, doubtMs: 10_000 }
const now = unixMs(1_000_000)

/** It is the turn of nonce 5, the node has it in its queue, and it was sent a second ago. */
const facts: Facts = { count: 5, pending: 6, head: 100n, now, found: null }
const sent = anOutgoing({ state: 'sent', nonce: 5, stateSince: unixMs(now - 1_000) })
const attempt = anAttempt({ nonce: 5, broadcastAt: unixMs(now - 1_000), outcome: 'accepted' })

function decide(
  row: Partial<Outgoing> = {},
  look: Partial<Facts> = {},
  attempts: readonly Attempt[] = [attempt],
) {
  const current = attempts.at(-1) ?? attempt
  return decideStep({ ...sent, ...row }, { attempts, current, facts: { ...facts, ...look }, rules })
}

const long = unixMs(now - 60_000)
const late = { stateSince: long }
const old = { ...attempt, broadcastAt: long }
const refused = { ...old, outcome: 'refused' }
const found = (one: Attempt = attempt, blockNumber = 98n) => ({
  attempt: one,
  receipt: aReceipt({ hash: one.hash, blockNumber }),
  isStanding: true,
})

describe('decideStep', () => {
  test('default', () => {
    expect(decide()).toEqual({ kind: 'wait' })
  })

  test('behavior: what was never broadcast is, however old it is', () => {
    const never = { ...attempt, broadcastAt: null, outcome: null }
    expect(decide({ ...late, state: 'signed' }, {}, [never])).toEqual({ kind: 'broadcast' })
  })

  test('behavior: what the node has no more is broadcast again', () => {
    expect(decide({}, { pending: 5 })).toEqual({ kind: 'broadcast' })
  })

  test('behavior: whichever attempt is in a block, the transaction is', () => {
    const newer = { ...anAttempt({ nonce: 5, generation: 2 }), broadcastAt: now }
    expect(decide({}, { count: 6, found: found(attempt) }, [attempt, newer])).toMatchObject({
      kind: 'mined',
      attempt,
      isSettled: true,
    })
  })

  test.each([
    ['its own block and two on top', 98n, true, true],
    ['one block too few', 99n, true, false],
    ['a block that is not part of the chain', 98n, false, false],
  ])('behavior: found in %s', (_name, blockNumber, isStanding, isSettled) => {
    const look = { count: 6, found: { ...found(attempt, blockNumber), isStanding } }
    expect(decide({}, look)).toMatchObject({ kind: 'mined', isSettled })

    const { hash } = attempt
    const { blockHash } = look.found.receipt
    const row = { state: 'mined', hash, blockHash, blockNumber } as const
    expect(decide(row, look)).toEqual({ kind: isSettled ? 'settled' : 'wait' })
  })

  test('behavior: a mined one without its receipt, or with one of another block, is lost', () => {
    const { receipt } = found()
    const row = { state: 'mined', hash: attempt.hash, blockHash: receipt.blockHash } as const
    expect(decide(row, { count: 6, found: null })).toEqual({ kind: 'lost' })

    const other = aReceipt({ hash: attempt.hash, blockNumber: 98n, blockHash: sent.id as never })
    const moved = { ...found(), receipt: other }
    expect(decide(row, { count: 6, found: moved })).toEqual({ kind: 'lost' })
  })

  test('behavior: higher fees after half a minute, five times, then it is stuck', () => {
    expect(decide(late, {}, [old])).toEqual({ kind: 'bump' })
    expect(decide({ ...late, bumps: 4 }, {}, [old])).toEqual({ kind: 'bump' })
    expect(decide({ ...late, bumps: 5 }, {}, [old])).toEqual({ kind: 'stuck' })
    expect(decide({ ...late, bumps: 5, stuckSince: now }, {}, [old])).toEqual({ kind: 'wait' })
    const gone = { pending: 5 }
    expect(decide({ ...late, bumps: 5, stuckSince: now }, gone, [old])).toEqual({
      kind: 'broadcast',
    })
  })

  test.each([
    ['came back from a block a moment ago', {}, {}, old],
    ['was signed anew a moment ago', late, {}, attempt],
    ['waits for one before it', late, { count: 4 }, old],
    ['cannot be paid for', late, {}, { ...old, outcome: 'unfunded' }],
  ])('behavior: no higher fees for one that %s', (_name, row, look, one) => {
    expect(decide(row, look, [one])).toEqual({ kind: 'wait' })
  })

  test('behavior: one that was refused at every price makes room for an empty one', () => {
    const row = { ...late, bumps: 5 }
    expect(decide(row, {}, [refused, refused])).toEqual({ kind: 'empty' })
    expect(decide(row, {}, [old, refused])).toEqual({ kind: 'stuck' })
    expect(decide(row, {}, [refused, { ...refused, isEmpty: true }])).toEqual({ kind: 'stuck' })
    expect(decide({ ...row, purpose: fillPurpose }, {}, [refused])).toEqual({ kind: 'stuck' })
  })

  test('behavior: an empty one in a block ends the intent once the block stays', () => {
    const empty = { ...old, isEmpty: true }
    const look = (blockNumber: bigint) => ({ count: 6, found: found(empty, blockNumber) })
    expect(decide({}, look(99n), [refused, empty])).toEqual({ kind: 'wait' })
    expect(decide({}, look(98n), [refused, empty])).toEqual({ kind: 'failed', keepsNonce: true })
  })

  test('behavior: a nonce that seems used elsewhere is doubted first, and believed in later', () => {
    const taken = { count: 6 }
    expect(decide({}, taken)).toEqual({ kind: 'doubt' })

    const since = { takenSince: unixMs(now - 10_000), takenAtBlock: 98n }
    expect(decide(since, taken)).toEqual({ kind: 'replan' })
    expect(decide({ ...since, takenSince: unixMs(now - 9_999) }, taken)).toEqual({ kind: 'wait' })
    expect(decide({ ...since, takenAtBlock: 99n }, taken)).toEqual({ kind: 'wait' })
    expect(decide({ ...since, takenAtBlock: 101n }, taken)).toEqual({ kind: 'doubt' })
    expect(decide(since)).toEqual({ kind: 'trust' })
  })

  test('behavior: what only was to use up a nonce ends when somebody else has', () => {
    const since = { takenSince: long, takenAtBlock: 90n }
    const taken = { count: 6 }
    const failed = { kind: 'failed', keepsNonce: false }
    expect(decide({ ...since, purpose: fillPurpose }, taken)).toEqual(failed)
    expect(decide(since, taken, [refused, { ...old, isEmpty: true }])).toEqual(failed)
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
    purpose: fc.constantFrom('gift', fillPurpose),
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
  inBlock: fc.option(fc.record({ blockNumber: aBlock, isStanding: fc.boolean() }), { freq: 2 }),
})

describe('decideStep, whatever the case', () => {
  const each = (check: (given: ReturnType<typeof decideAny>) => void) =>
    fc.assert(
      fc.property(anyCase, (given) => check(decideAny(given))),
      { seed: 1, numRuns: 1_000 },
    )

  test('property: every step is the answer to something', () => {
    const cases = fc.sample(anyCase, { seed: 1, numRuns: 2_000 })
    const kinds = new Set(cases.map((given) => decideAny(given).step.kind))
    expect([...kinds].toSorted()).toEqual([
      ...['broadcast', 'bump', 'doubt', 'empty', 'failed', 'lost', 'mined', 'replan'],
      ...['settled', 'stuck', 'trust', 'wait'],
    ])
  })

  test('property: a second nonce only when the first is used, by none of ours, for long, and deep', () => {
    each(({ step, row, current, look }) => {
      if (step.kind !== 'replan') return
      expect(look.found).toBeNull()
      expect(look.count).toBeGreaterThan(current.nonce)
      expect(look.now - Number(row.takenSince)).toBeGreaterThanOrEqual(rules.doubtMs)
      expect(Number(look.head) - Number(row.takenAtBlock)).toBeGreaterThanOrEqual(2)
      expect(row.state).not.toBe('mined')
    })
  })

  test('property: nothing is signed or sent while one of ours is in a block', () => {
    each(({ step, look }) => {
      if (look.found) expect(['bump', 'empty', 'broadcast', 'replan']).not.toContain(step.kind)
    })
  })

  test('property: higher fees only for the one whose turn it is, and not for ever', () => {
    each(({ step, row, current, look }) => {
      if (step.kind !== 'bump' && step.kind !== 'empty') return
      expect(look.count).toBe(current.nonce)
      expect(step.kind === 'bump').toBe(row.bumps < rules.maxBumps)
    })
  })

  test('property: final only with enough blocks that are part of the chain', () => {
    each(({ step, look }) => {
      const isFinal = step.kind === 'settled' || (step.kind === 'mined' && step.isSettled)
      if (!isFinal) return
      expect(look.found?.isStanding).toBe(true)
      expect(
        Number(look.head - (look.found?.receipt.blockNumber ?? 0n)) + 1,
      ).toBeGreaterThanOrEqual(3)
    })
  })

  test('property: given up only for an empty one in a block, or for a nonce that is of no more use', () => {
    each(({ step, row, current, look }) => {
      if (step.kind !== 'failed') return
      if (step.keepsNonce) expect(look.found?.attempt.isEmpty).toBe(true)
      else expect(row.purpose === fillPurpose || current.isEmpty).toBe(true)
    })
  })
})

function decideAny(given: typeof anyCase extends fc.Arbitrary<infer Case> ? Case : never) {
  const { attempts, inBlock, count, pending, head, now: time } = given
  const current = attempts.at(-1) ?? attempt
  const row = anOutgoing({ ...given.row, nonce: current.nonce, hash: current.hash })
  const look: Facts = {
    count,
    pending,
    head,
    now: time,
    found: inBlock && {
      attempt: attempts[0] ?? current,
      receipt: aReceipt({ hash: current.hash, blockNumber: inBlock.blockNumber }),
      isStanding: inBlock.isStanding,
    },
  }
  const mined = { ...row, blockHash: look.found?.receipt.blockHash ?? null }
  const step = decideStep(mined, { attempts, current, facts: look, rules })
  return { step, row, current, look }
}
