import { encodeAbiParameters, keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { knownAddress } from '../../lib/hex.js'
import { depositOf, receiptKeyOf } from './deposit-address.js'

const chainId = 84_532
const ids = ['a', 'rcpt_01', 'x'.repeat(31), 'y'.repeat(32), 'z'.repeat(33), 'ü'.repeat(64)]
const [number, address, text] = [
  { type: 'uint256' },
  { type: 'address' },
  { type: 'string' },
] as const

describe('receiptKeyOf', () => {
  test.each(ids)('default: hashes the ABI encoding of %s', (id) => {
    const merchant = aWallet()
    for (const installationId of ids) {
      const values = [BigInt(chainId), installationId, merchant, id] as const
      const encoded = encodeAbiParameters([number, text, address, text], values)
      expect(receiptKeyOf({ chainId, installationId, merchant, id })).toBe(keccak256(encoded))
    }
  })

  test.each(ids)('behavior: keeps the key of %s from before installations had ids', (id) => {
    const merchant = aWallet()
    const encoded = encodeAbiParameters([number, address, text], [BigInt(chainId), merchant, id])
    const receipt = { installationId: null, merchant, id }
    expect(receiptKeyOf({ chainId, ...receipt })).toBe(keccak256(encoded))
  })
})

describe('depositOf', () => {
  test('default: differs by chain, installation, merchant, id and payout address', () => {
    const receipt = {
      installationId: 'one',
      merchant: aWallet(),
      id: 'a',
      payoutAddress: aWallet(),
    }
    const { address } = depositOf({ chainId }, receipt)
    expect(depositOf({ chainId }, { ...receipt }).address).toBe(address)
    const others = [
      depositOf({ chainId: 1 }, receipt),
      depositOf({ chainId }, { ...receipt, installationId: 'two' }),
      depositOf({ chainId }, { ...receipt, installationId: null }),
      depositOf({ chainId }, { ...receipt, merchant: aWallet() }),
      depositOf({ chainId }, { ...receipt, id: 'b' }),
      depositOf({ chainId }, { ...receipt, payoutAddress: aWallet() }),
    ]
    expect(new Set([address, ...others.map((other) => other.address)]).size).toBe(7)
  })

  test('behavior: keeps the addresses of receipts from before installations had ids', () => {
    const merchant = knownAddress('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')
    const receipt = { installationId: null, merchant, id: 'r-1', payoutAddress: merchant }
    expect(depositOf({ chainId }, receipt).address).toBe(
      '0x243018d886fa0b71d85ec7f57fd053fb5c2dd083',
    )
  })
})
