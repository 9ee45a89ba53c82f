import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { aSplit } from '../../../../test/fixtures/split.js'
import { createTestContext } from '../../../../test/harness.js'
import type { Address, Hash } from '../../../lib/hex.js'
import type { Hex, MinedTransaction } from '../../../platform/chain/chain.js'
import { topicOfAddress, topics } from '../../../platform/chain/logs/decode-logs.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import { createTransferPool, type TakenUnits } from '../plan/transfer-pool.js'
import { takeRefund } from './decide-refunds.js'
import { findRefundSenders, type RefundSenders } from './refund-senders.js'
import { sumTransfers } from './sum-transfers.js'

const [merchant, buyer, token] = [aWallet(), aWallet(), aWallet()]
const hash = `0x${'3'.repeat(64)}` as Hash
const refund = {
  merchant,
  buyer,
  parts: [{ token, units: 5n, centUnits: 0n }],
}

type Options = { takenUnits?: TakenUnits[]; senders?: RefundSenders }
const take = (from: MinedTransaction, by: typeof refund & Options): TakenUnits[] | null => {
  const { takenUnits = [], senders = new Map(), ...rest } = by
  const pool = createTransferPool(sumTransfers(from), senders)
  pool.take(takenUnits)
  return takeRefund(pool, rest)
}

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

describe('takeRefund', () => {
  test('default', () => {
    expect(take(transaction({}), refund)).toEqual([{ merchant, buyer, token, units: 5n }])
    expect(take(transaction({ logs: [gave(2n), gave(3n)] }), refund)).not.toBe(null)
    const nativeTransfer = transaction({ to: buyer, value: 5n, logs: [] })
    expect(
      take(nativeTransfer, {
        ...refund,
        parts: [{ token: nativeToken, units: 5n, centUnits: 0n }],
      }),
    ).not.toBe(null)
  })

  test.each<[string, Partial<MinedTransaction>]>([
    ['it failed', { isSuccess: false }],
    ['one unit is missing', { logs: [gave(4n)] }],
    ['another token', { logs: [gave(5n, aWallet())] }],
    ['to another wallet', { logs: [gave(5n, token, aWallet())] }],
    ['native tokens instead', { to: buyer, value: 5n, logs: [] }],
  ])('behavior: returns null when %s', (_, fields) => {
    expect(take(transaction(fields), refund)).toBe(null)
  })

  test("behavior: ignores native tokens that another merchant's wallet sent", () => {
    const from = aWallet()
    const nativeTransfer = transaction({ from, to: buyer, value: 5n, logs: [] })
    const owed = { ...refund, parts: [{ token: nativeToken, units: 5n, centUnits: 0n }] }
    const sentFor = (owner: Address) => new Map([[from, new Set([owner])]])
    expect(take(nativeTransfer, { ...owed, senders: sentFor(merchant) })).not.toBe(null)
    expect(take(nativeTransfer, { ...owed, senders: sentFor(aWallet()) })).toBe(null)
  })

  test("behavior: ignores native tokens from the merchant's wallet when it sends for another one now", () => {
    const nativeTransfer = transaction({ from: merchant, to: buyer, value: 5n, logs: [] })
    const owed = { ...refund, parts: [{ token: nativeToken, units: 5n, centUnits: 0n }] }
    const senders = new Map([[merchant, new Set([aWallet()])]])
    expect(take(nativeTransfer, { ...owed, senders })).toBe(null)
    expect(take(nativeTransfer, { ...owed, senders: new Map() })).not.toBe(null)
  })

  test('behavior: ignores a payout of a split', async () => {
    const ctx = await createTestContext()
    const split = await aSplit(ctx)
    const topic = topicOfAddress(split.address)
    const log = gave(5n)
    const payout = transaction({
      logs: [{ ...log, topics: [topics.transfer, topic, topicOfAddress(buyer)] }],
    })
    const senders = await findRefundSenders(ctx, {
      from: payout.from,
      transfers: sumTransfers(payout),
      buyers: [buyer],
    })
    await ctx.close()
    expect(take(payout, { ...refund, senders })).toBe(null)
    expect(take(payout, { ...refund, merchant: split.merchant, senders })).toBe(null)
  })

  test('behavior: a part may be short by a cent', () => {
    const part = { token, units: 50n, centUnits: 10n }
    const short = { ...refund, parts: [part] }
    expect(take(transaction({ logs: [gave(40n)] }), short)).toEqual([
      { merchant, buyer, token, units: 40n },
    ])
    expect(take(transaction({ logs: [gave(39n)] }), short)).toBe(null)
    const cent = { ...refund, parts: [{ ...part, units: 10n }] }
    expect(take(transaction({ logs: [] }), cent)).toBe(null)
  })

  test('behavior: requires every part', () => {
    const other = aWallet()
    const both = { ...refund, parts: [...refund.parts, { token: other, units: 2n, centUnits: 0n }] }
    expect(take(transaction({ logs: [gave(5n), gave(2n, other)] }), both)).not.toBe(null)
    expect(take(transaction({ logs: [gave(5n), gave(1n, other)] }), both)).toBe(null)
    expect(take(transaction({ logs: [gave(7n)] }), both)).toBe(null)
    expect(take(transaction({}), { ...refund, parts: [] })).toBe(null)
  })

  test('behavior: does not count a transfer for two refunds', () => {
    const owed = { merchant, buyer, token, units: 1n }
    const six = transaction({ logs: [gave(6n)] })
    expect(take(transaction({}), { ...refund, takenUnits: [owed] })).toBe(null)
    expect(take(six, { ...refund, takenUnits: [owed] })).not.toBe(null)
    expect(take(six, { ...refund, takenUnits: [owed, owed] })).toBe(null)
    const others = [
      { ...owed, merchant: aWallet() },
      { ...owed, buyer: aWallet() },
      { ...owed, token: aWallet() },
    ]
    expect(take(transaction({}), { ...refund, takenUnits: others })).not.toBe(null)
  })
})
