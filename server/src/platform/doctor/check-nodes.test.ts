import { describe, expect, test } from 'vitest'
import { type Hash, parseHash } from '../../lib/hex.js'
import { unixMs } from '../../lib/time.js'
import { describeNode, type NodeFacts } from './check-nodes.js'

const now = unixMs(1_767_268_800_000)
const hash = parseHash(`0x${'1'.repeat(64)}`) as Hash

const reached = (fields: object = {}, secondsOld = 2): NodeFacts => ({
  kind: 'reached',
  latest: {
    number: 7n,
    hash,
    parentHash: hash,
    timestampSeconds: BigInt(now / 1_000 - secondsOld),
  },
  unknownTags: [],
  logProblem: null,
  ...fields,
})

const describeOf = (facts: NodeFacts, mode: 'sandbox' | 'live' = 'live') =>
  describeNode(facts, { node: 2, chainId: 84_532, mode, now })

describe('describeNode', () => {
  test('default', () => {
    expect(describeOf(reached())).toEqual([
      { status: 'ok', message: 'Node 2 serves chain 84532 at block 7.', fix: null },
    ])
  })

  test.each([
    [
      'a node that does not respond',
      { kind: 'unreachable', reason: 'timeout' },
      /respond: timeout/,
    ],
    [
      'a node of another chain',
      { kind: 'foreign', chainId: 1 },
      /^Node 2 serves chain 1, not 84532/,
    ],
  ] as const)('error: %s', (_, facts, message) => {
    expect(describeOf(facts)).toMatchObject([
      { status: 'problem', message: expect.stringMatching(message) },
    ])
  })

  test.each([
    ['an old block', reached({}, 61), /newest block is 61 seconds old/],
    ['a block in the future', reached({}, -16), /16 seconds in the future/],
    ['unknown tags', reached({ unknownTags: ['safe'] }), /block tags: safe/],
    ['no logs', reached({ logProblem: 'too many blocks' }), /logs: too many blocks/],
  ])('error: %s', (_, facts, message) => {
    expect(describeOf(facts)).toMatchObject([
      { status: 'ok' },
      { status: 'problem', message: expect.stringMatching(message) },
    ])
  })

  test.each([60, 0, -15])('behavior: accepts a block that is %d seconds old', (age) => {
    expect(describeOf(reached({}, age))).toHaveLength(1)
  })

  test('behavior: ignores the age of blocks of a sandbox chain', () => {
    expect(describeOf(reached({}, 86_400), 'sandbox')).toHaveLength(1)
  })
})
