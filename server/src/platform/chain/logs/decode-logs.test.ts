import fc from 'fast-check'
import { encodeAbiParameters, encodeEventTopics, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import type { Hash } from '../../../lib/hex.js'
import type { Hex, Log } from '../chain.js'
import {
  decodeCharged,
  decodeReceived,
  decodeRefused,
  decodeReleased,
  decodeTransfer,
  topics,
} from './decode-logs.js'

const abi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 units)',
  'event PaymentReceived(bytes32 indexed receiptKey, address indexed payoutAddress, address indexed payer, address token, uint256 amount)',
  'event SubscriptionCharged(bytes32 indexed chargeKey, address indexed spender, address indexed account, address token, address payout, uint256 amount, uint256 fee, uint256 feeOwed, uint256 splitFeeBps)',
  'event FlushFailed(bytes32 indexed receiptKey, address indexed payoutAddress, address token)',
  'event PaymentReleased(address indexed token, address indexed account, uint256 amount)',
])
const [a, b, c] = [aWallet(), aWallet(), aWallet()]
const key = `0x${'ab'.repeat(32)}` as Hash
const place = {
  blockNumber: 7n,
  blockHash: `0x${'1'.repeat(64)}` as Hash,
  transactionHash: `0x${'2'.repeat(64)}` as Hash,
  logIndex: 3,
}
const word = (units: bigint) => encodeAbiParameters([{ type: 'uint256' }], [units])

const transfer = (units: bigint): Log => ({
  ...place,
  address: c,
  topics: encodeEventTopics({ abi, eventName: 'Transfer', args: { from: a, to: b } }) as Hex[],
  data: word(units),
})

describe('decodeTransfer', () => {
  test('default', () => {
    expect(transfer(1n).topics[0]).toBe(topics.transfer)
    expect(decodeTransfer(transfer(5n))).toEqual({ ...place, token: c, from: a, to: b, units: 5n })
  })

  test('behavior: returns null for zero transfers, NFT transfers and other events', () => {
    expect(decodeTransfer(transfer(0n))).toBeNull()
    const log = transfer(1n)
    expect(decodeTransfer({ ...log, topics: [...log.topics, word(1n)], data: '0x' })).toBeNull()
    expect(decodeTransfer({ ...log, topics: [topics.released, ...log.topics.slice(1)] })).toBeNull()
  })
})

describe('decodeReceived', () => {
  test('default', () => {
    const args = { receiptKey: key, payoutAddress: a, payer: b }
    const log: Log = {
      ...place,
      address: c,
      topics: encodeEventTopics({ abi, eventName: 'PaymentReceived', args }) as Hex[],
      data: encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [c, 9n]),
    }
    const read = { ...place, ...args, token: c, units: 9n }
    expect(decodeReceived(log)).toEqual(read)
    expect(decodeReceived({ ...log, data: '0x' })).toBeNull()
  })
})

describe('decodeCharged', () => {
  const args = { chargeKey: key, spender: a, account: b }
  const types = [
    { type: 'address' },
    { type: 'address' },
    { type: 'uint256' },
    { type: 'uint256' },
    { type: 'uint256' },
    { type: 'uint256' },
  ] as const
  const charged = (amount: bigint, fee: bigint, owed = 0n, bps = 0n): Log => ({
    ...place,
    address: c,
    topics: encodeEventTopics({ abi, eventName: 'SubscriptionCharged', args }) as Hex[],
    data: encodeAbiParameters(types, [c, a, amount, fee, owed, bps]),
  })

  test('default', () => {
    const read = { ...place, chargeKey: key, spender: a, payer: b, token: c, payoutAddress: a }
    const paid = { units: 9n, feeUnits: 1n, owedUnits: 0n, splitFeeBps: 0 }
    expect(decodeCharged(charged(9n, 1n))).toEqual({ ...read, ...paid })
    const owed = { units: 10n, feeUnits: 0n, owedUnits: 2n, splitFeeBps: 50 }
    expect(decodeCharged(charged(10n, 0n, 2n, 50n))).toEqual({ ...read, ...owed })
  })

  test('behavior: returns null for other events and short data', () => {
    const log = charged(9n, 1n)
    expect(decodeCharged({ ...log, data: `0x${log.data.slice(66)}` })).toBeNull()
    expect(decodeCharged(transfer(1n))).toBeNull()
    expect(decodeReceived(log)).toBeNull()
  })
})

describe('decodeRefused', () => {
  test('default', () => {
    const args = { receiptKey: key, payoutAddress: a }
    const eventTopics = encodeEventTopics({ abi, eventName: 'FlushFailed', args }) as Hex[]
    const data = encodeAbiParameters([{ type: 'address' }], [c])
    const log: Log = { ...place, address: c, topics: eventTopics, data }
    expect(decodeRefused(log)).toEqual({ ...place, ...args, token: c })
    expect(decodeRefused({ ...log, data: '0x' })).toBeNull()
    expect(decodeReceived(log)).toBeNull()
  })
})

describe('decodeReleased', () => {
  test('default', () => {
    const args = { token: a, account: b }
    const eventTopics = encodeEventTopics({ abi, eventName: 'PaymentReleased', args }) as Hex[]
    const log: Log = { ...place, address: c, topics: eventTopics, data: word(4n) }
    expect(decodeReleased(log)).toEqual({ ...place, split: c, ...args, units: 4n })
  })
})

test('property: decodes or ignores any log', () => {
  const hex = fc
    .uint8Array({ maxLength: 100 })
    .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)
  const topic = fc.oneof(hex, fc.constantFrom(...Object.values(topics)))
  fc.assert(
    fc.property(fc.array(topic, { maxLength: 5 }), hex, (topics, data) => {
      const log: Log = { ...place, address: c, topics, data }
      for (const decode of [decodeTransfer, decodeReceived, decodeCharged, decodeReleased]) {
        const read = decode(log)
        expect(read === null || read.units > 0n).toBe(true)
      }
      expect(() => decodeRefused(log)).not.toThrow()
    }),
  )
})
