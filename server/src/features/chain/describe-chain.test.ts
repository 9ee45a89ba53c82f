import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { createRecordingLog, createTestContext, type TestContext } from '../../../test/harness.js'
import { checksumAddress, type Hash, parseHash } from '../../lib/hex.js'
import { baseUnitsFromDecimal } from '../../lib/money.js'
import { unixMs } from '../../lib/time.js'
import type { Chain } from '../../platform/chain/chain.js'
import { contracts, splitFactory } from '../../platform/chain/contracts.js'
import type { Outgoing } from '../../platform/chain/outgoing/outgoing.js'
import {
  describeChain,
  describeTransaction,
  type Observation,
  observeChain,
} from './describe-chain.js'

const hash = `0x${'cd'.repeat(32)}` as Hash
const none = { planned: 0, signed: 0, sent: 0, mined: 0, reverted: 0, final: 0, failed: 0 }

function anObservation(fields: Partial<Observation> = {}): Observation {
  return {
    chainId: 84_532,
    block: { number: 7n, hash, parentHash: hash, timestampSeconds: 1_767_268_800n },
    relayers: [],
    contracts: [],
    outgoing: none,
    ...fields,
  }
}

const relayerWith = (balance: bigint) =>
  anObservation({
    relayers: [{ address: aWallet(), roles: ['settlement'], balance, nonce: 4, pendingNonce: 5 }],
  })

describe('describeChain', () => {
  test('default', () => {
    const contract = { name: 'Gateway', address: aWallet(), isDeployed: false }
    expect(describeChain(anObservation({ contracts: [contract] }))).toEqual({
      chainId: 84_532,
      blockNumber: 7,
      blockHash: hash,
      blockTime: 1_767_268_800_000,
      relayer: null,
      relayers: [],
      contracts: [{ ...contract, address: checksumAddress(contract.address) }],
      tokens: [
        { symbol: 'USDC', address: '0x036CbD53842c5426634e7929541eC2318f3dCF7e', decimals: 6 },
        { symbol: 'USDT', address: '0x00000000000000000000000000000000075D7007', decimals: 6 },
        { symbol: 'EURC', address: '0x808456652fdb597867f38412077A9182bf77359F', decimals: 6 },
      ],
      outgoing: none,
    })
  })

  test('behavior: returns no tokens for an unknown chain', () => {
    expect(describeChain(anObservation({ chainId: 1 })).tokens).toEqual([])
  })

  test("behavior: returns the relayer's balance in the native token and in wei", () => {
    const { relayer } = describeChain(relayerWith(250_000_000_000_000_001n))
    const balanceWei = '250000000000000001'
    const expected = { balance: '0.250000000000000001', balanceWei, nonce: 4, pendingNonce: 5 }
    expect(relayer).toMatchObject(expected)
    expect(describeChain(relayerWith(0n)).relayer).toMatchObject({ balance: '0', balanceWei: '0' })
  })

  test('property: both balances are equal', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (balance) => {
        const { relayer } = describeChain(relayerWith(balance))
        expect(relayer?.balanceWei).toBe(String(balance))
        expect(baseUnitsFromDecimal(relayer?.balance ?? '', 18)).toBe(balance)
      }),
      { numRuns: 200 },
    )
  })
})

/** A planned transaction. */
function anOutgoing(fields: Partial<Outgoing> = {}): Outgoing {
  return {
    id: 'txn_1',
    chainId: 84_532,
    key: 'split:1',
    purpose: 'split.create',
    merchant: '',
    to: aWallet(),
    data: '0xc0ffee',
    value: 0n,
    gas: 400_000n,
    createdAt: unixMs(1),
    state: 'planned',
    stateSince: unixMs(2),
    plannedUs: 2_000n,
    error: null,
    errorSince: null,
    signer: null,
    nonce: null,
    hash: null,
    generation: 0,
    bumps: 0,
    takenSince: null,
    takenAtBlock: null,
    stuckSince: null,
    blockNumber: null,
    blockHash: null,
    gasUsed: null,
    requestedStep: null,
    requestedAt: null,
    requestResult: null,
    ...fields,
  }
}

describe('describeTransaction', () => {
  test('default: describes a planned transaction of the platform', () => {
    const outgoing = anOutgoing()
    expect(describeTransaction(outgoing)).toEqual({
      id: 'txn_1',
      key: 'split:1',
      purpose: 'split.create',
      merchant: null,
      state: 'planned',
      to: checksumAddress(outgoing.to),
      valueWei: '0',
      signer: null,
      nonce: null,
      hash: null,
      generation: 0,
      bumps: 0,
      blockNumber: null,
      gasUsed: null,
      error: null,
      isStuck: false,
      createdAt: 1,
      stateSince: 2,
    })
  })

  test("behavior: describes all fields of a merchant's transaction", () => {
    const [merchant, signer] = [aWallet(), aWallet()]
    const hash = parseHash(`0x${'ab'.repeat(32)}`)
    const reverted = { state: 'reverted', error: 'NotEnough()', stuckSince: unixMs(9) } as const
    const outgoing = anOutgoing({
      ...reverted,
      merchant,
      signer,
      hash,
      nonce: 0,
      generation: 3,
      bumps: 2,
      value: 2n ** 255n,
      blockNumber: 12n,
      blockHash: hash,
      gasUsed: 21_000n,
    })
    expect(describeTransaction(outgoing)).toMatchObject({
      merchant: checksumAddress(merchant),
      signer: checksumAddress(signer),
      hash,
      nonce: 0,
      valueWei: (2n ** 255n).toString(),
      generation: 3,
      bumps: 2,
      blockNumber: 12,
      gasUsed: 21_000,
      state: 'reverted',
      error: 'NotEnough()',
      isStuck: true,
    })
  })

  test('behavior: hides the calldata', () => {
    expect(JSON.stringify(describeTransaction(anOutgoing()))).not.toContain('c0ffee')
  })
})

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

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
    const seenObservation = await observeChain({ ...ctx, config, chain: aChain() })
    expect(seenObservation).toMatchObject({ block, relayers: [] })
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
