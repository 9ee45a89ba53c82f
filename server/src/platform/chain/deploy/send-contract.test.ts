import { describe, expect, test } from 'vitest'
import { type Address, type Hash, parseAddress, parseHash } from '../../../lib/hex.js'
import type { BroadcastOutcome, Chain, TransactionReceipt } from '../chain.js'
import { splitFactory } from '../contracts.js'
import { sendContract } from './send-contract.js'

const signer = {
  privateKey: `0x${'7'.repeat(64)}`,
  wallet: parseAddress(`0x${'2'.repeat(40)}`) as Address,
  chainId: 84_532,
} as const
const blockHash = parseHash(`0x${'1'.repeat(64)}`) as Hash

/**
 * Creates a node with these broadcast outcomes, repeating the last, that mines after some attempts.
 */
function aNode({ outcomes, minedAfter }: { outcomes: BroadcastResponse[]; minedAfter: number }) {
  const sent: string[] = []
  const chain = {
    suggestFees: async () => ({ maxFeePerGas: 2n, maxPriorityFeePerGas: 1n }),
    broadcast: async (raw: string) => {
      const outcome = outcomes[Math.min(sent.length, outcomes.length - 1)] ?? 'away'
      sent.push(raw)
      if (outcome === 'away') throw new Error('away')
      return outcome
    },
    findReceipt: async (hash: Hash): Promise<TransactionReceipt | null> =>
      sent.length < minedAfter ? null : aReceipt(hash),
  }
  return { chain: chain as unknown as Chain, sent }
}

type BroadcastResponse = BroadcastOutcome | 'away'

const aReceipt = (hash: Hash): TransactionReceipt => ({
  hash,
  isSuccess: true,
  blockNumber: 1n,
  blockHash,
  gasUsed: 1n,
  effectiveGasPrice: 1n,
})

const send = (chain: Chain) =>
  sendContract(chain, {
    contract: splitFactory,
    gas: 1_000_000n,
    nonce: 0,
    signer,
    polling: { withinMs: 200, everyMs: 1 },
  })

const accepted = { kind: 'accepted', isKnown: false } as const

describe('sendContract', () => {
  test('default', async () => {
    const { chain, sent } = aNode({ outcomes: [accepted], minedAfter: 1 })
    expect(await send(chain)).toMatchObject({ kind: 'mined', receipt: { blockNumber: 1n } })
    expect(sent).toHaveLength(1)
  })

  test('behavior: repeats the same bytes until it is in a block', async () => {
    const { chain, sent } = aNode({ outcomes: [accepted], minedAfter: 4 })
    expect(await send(chain)).toMatchObject({ kind: 'mined' })
    expect([sent.length, new Set(sent).size]).toEqual([4, 1])
  })

  test('behavior: survives a briefly unavailable node', async () => {
    const { chain } = aNode({ outcomes: ['away', 'away', accepted], minedAfter: 4 })
    expect(await send(chain)).toMatchObject({ kind: 'mined' })
  })

  test('behavior: treats a used nonce as possibly its own', async () => {
    const { chain } = aNode({ outcomes: [accepted, { kind: 'nonce_used' }], minedAfter: 5 })
    expect(await send(chain)).toMatchObject({ kind: 'mined' })
  })

  test('behavior: returns unknown at the timeout', async () => {
    const { chain } = aNode({ outcomes: [accepted], minedAfter: Number.POSITIVE_INFINITY })
    expect(await send(chain)).toEqual({ kind: 'unknown', hash: expect.stringMatching(/^0x/) })
  })

  test.each([
    [{ kind: 'unfunded' }, 'the wallet has insufficient funds'],
    [{ kind: 'underpriced' }, 'another transaction of the wallet with the same nonce is pending'],
    [{ kind: 'refused', reason: 'too big' }, 'the node rejected it: too big'],
  ] as const)('error: %j', async (outcome, reason) => {
    const { chain } = aNode({ outcomes: [outcome], minedAfter: 9 })
    expect(await send(chain)).toEqual({ kind: 'refused', reason })
  })
})
