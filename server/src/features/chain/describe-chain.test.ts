import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { checksumAddress, type Hash } from '../../lib/hex.js'
import { baseUnitsFromDecimal } from '../../lib/money.js'
import { describeChain } from './describe-chain.js'
import type { Observation } from './observe-chain.js'

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
