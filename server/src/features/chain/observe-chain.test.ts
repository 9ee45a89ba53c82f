import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRecordingLog, createTestContext, type TestContext } from '../../../test/harness.js'
import type { Hash } from '../../lib/hex.js'
import type { Chain } from '../../platform/chain/chain.js'
import { contracts, splitFactory } from '../../platform/chain/contracts.js'
import { observeChain } from './observe-chain.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const hash = `0x${'ef'.repeat(32)}` as Hash
const block = { number: 3n, hash, parentHash: hash, timestampSeconds: 1_767_268_800n }

/** A working chain with the split factory. Tests override parts. */
function aChain(parts: Partial<Chain> = {}): Chain {
  return {
    findBlock: async () => block,
    findCode: async (address: string) => (address === splitFactory.address ? '0x00' : null),
    getBalance: async () => 5n,
    getNonce: async (_address: string, at: string) => (at === 'latest' ? 1 : 2),
    ...parts,
  } as Chain
}

describe('observeChain', () => {
  test('default', async () => {
    expect(await observeChain({ ...ctx, chain: aChain() })).toEqual({
      chainId: 84_532,
      block,
      relayers: [
        {
          // The first well-known development wallet.
          address: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
          roles: ['payments', 'settlement', 'cancellations', 'charges', 'deployments'],
          balance: 5n,
          nonce: 1,
          pendingNonce: 2,
        },
      ],
      contracts: contracts.map(({ name, address }) => ({
        name,
        address,
        isDeployed: name === 'SplitFactory',
      })),
      outgoing: { planned: 0, signed: 0, sent: 0, mined: 0, reverted: 0, final: 0, failed: 0 },
    })
  })

  test('behavior: returns null without a chain', async () => {
    expect(await observeChain({ ...ctx, chain: null })).toBeNull()
  })

  test('behavior: returns no relayer without a key', async () => {
    const config = { ...ctx.config, relayerPrivateKey: undefined }
    const seen = await observeChain({ ...ctx, config, chain: aChain() })
    expect(seen).toMatchObject({ block, relayers: [] })
  })

  test.each<[string, Partial<Chain>]>([
    ['the newest block', { findBlock: () => Promise.reject(new Error('unreachable')) }],
    ['a block at all', { findBlock: async () => null }],
    ['code', { findCode: () => Promise.reject(new Error('unreachable')) }],
    ['the balance', { getBalance: () => Promise.reject(new Error('unreachable')) }],
    ['the nonce', { getNonce: () => Promise.reject(new Error('unreachable')) }],
  ])('error: throws chain_unavailable when %s cannot be read', async (_name, parts) => {
    const { log, lines } = createRecordingLog()
    const observing = observeChain({ ...ctx, log, chain: aChain(parts) })
    await expect(observing).rejects.toMatchObject({ code: 'chain_unavailable' })
    expect(lines).toMatchObject([{ msg: 'chain request by an operator failed' }])
  })

  test('error: does not blame the chain when the database is down', async () => {
    const db = { ...ctx.db, query: () => Promise.reject(new Error('the database is down')) }
    const observing = observeChain({ ...ctx, db, chain: aChain() })
    await expect(observing).rejects.toThrow('the database is down')
  })
})
