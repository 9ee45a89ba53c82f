import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import type { Address, Hash } from '../../../lib/hex.js'
import type { Hex, MinedTransaction } from '../../../platform/chain/chain.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import { topicOfAddress, topics } from '../watch/decode-logs.js'
import { isRefundedBy } from './is-refunded-by.js'

const [buyer, token] = [aWallet(), aWallet()]
const hash = `0x${'3'.repeat(64)}` as Hash
const refund = { buyer, parts: [{ token, units: 5n }], taken: [] }

const gave = (units: bigint, by: Address = token, to: Address = buyer) => ({
  blockNumber: 1n,
  blockHash: hash,
  transactionHash: hash,
  logIndex: 0,
  address: by,
  topics: [topics.transfer, topicOfAddress(aWallet()), topicOfAddress(to)],
  data: `0x${units.toString(16).padStart(64, '0')}` as Hex,
})

const transaction = (fields: Partial<MinedTransaction>): MinedTransaction => ({
  hash,
  from: aWallet(),
  to: token,
  value: 0n,
  data: '0x',
  isSuccess: true,
  blockNumber: 1n,
  blockHash: hash,
  logs: [gave(5n)],
  ...fields,
})

describe('isRefundedBy', () => {
  test('default', () => {
    expect(isRefundedBy(transaction({}), refund)).toBe(true)
    expect(isRefundedBy(transaction({ logs: [gave(2n), gave(3n)] }), refund)).toBe(true)
    const coin = transaction({ to: buyer, value: 5n, logs: [] })
    expect(isRefundedBy(coin, { ...refund, parts: [{ token: nativeToken, units: 5n }] })).toBe(true)
  })

  test.each<[string, Partial<MinedTransaction>]>([
    ['it failed', { isSuccess: false }],
    ['one unit is missing', { logs: [gave(4n)] }],
    ['another token', { logs: [gave(5n, aWallet())] }],
    ['to another wallet', { logs: [gave(5n, token, aWallet())] }],
    ['native coin instead', { to: buyer, value: 5n, logs: [] }],
  ])('behavior: returns false when %s', (_, fields) => {
    expect(isRefundedBy(transaction(fields), refund)).toBe(false)
  })

  test('behavior: requires every part', () => {
    const other = aWallet()
    const both = { ...refund, parts: [...refund.parts, { token: other, units: 2n }] }
    expect(isRefundedBy(transaction({ logs: [gave(5n), gave(2n, other)] }), both)).toBe(true)
    expect(isRefundedBy(transaction({ logs: [gave(5n), gave(1n, other)] }), both)).toBe(false)
    expect(isRefundedBy(transaction({ logs: [gave(7n)] }), both)).toBe(false)
    expect(isRefundedBy(transaction({}), { ...refund, parts: [] })).toBe(false)
  })

  test('behavior: does not count a transfer for two refunds', () => {
    const one = { buyer, token, units: 1n }
    const six = transaction({ logs: [gave(6n)] })
    expect(isRefundedBy(transaction({}), { ...refund, taken: [one] })).toBe(false)
    expect(isRefundedBy(six, { ...refund, taken: [one] })).toBe(true)
    expect(isRefundedBy(six, { ...refund, taken: [one, one] })).toBe(false)
    const others = [
      { ...one, buyer: aWallet() },
      { ...one, token: aWallet() },
    ]
    expect(isRefundedBy(transaction({}), { ...refund, taken: others })).toBe(true)
  })
})
