import { encodeAbiParameters, keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { depositOf, receiptKeyOf } from './deposit-address.js'

const chainId = 84_532

describe('receiptKeyOf', () => {
  test.each(['a', 'rcpt_01', 'x'.repeat(31), 'y'.repeat(32), 'z'.repeat(33), 'ü'.repeat(64)])(
    'default: hashes the ABI encoding of %s',
    (id) => {
      const merchant = aWallet()
      const types = [{ type: 'uint256' }, { type: 'address' }, { type: 'string' }] as const
      const encoded = encodeAbiParameters(types, [BigInt(chainId), merchant, id])
      expect(receiptKeyOf({ chainId, merchant, id })).toBe(keccak256(encoded))
    },
  )
})

describe('depositOf', () => {
  test('default: differs by chain, merchant, id and payout address', () => {
    const receipt = { merchant: aWallet(), id: 'a', payoutAddress: aWallet() }
    const { address } = depositOf({ chainId }, receipt)
    expect(depositOf({ chainId }, { ...receipt }).address).toBe(address)
    const others = [
      depositOf({ chainId: 1 }, receipt),
      depositOf({ chainId }, { ...receipt, merchant: aWallet() }),
      depositOf({ chainId }, { ...receipt, id: 'b' }),
      depositOf({ chainId }, { ...receipt, payoutAddress: aWallet() }),
    ]
    expect(new Set([address, ...others.map((other) => other.address)]).size).toBe(5)
  })
})
