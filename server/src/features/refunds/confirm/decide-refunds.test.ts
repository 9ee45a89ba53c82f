import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import type { Address, Hash } from '../../../lib/hex.js'
import { DAY_MS, HOUR_MS, unixMs } from '../../../lib/time.js'
import type { Hex } from '../../../platform/chain/chain.js'
import { topicOfAddress, topics } from '../../../platform/chain/logs/decode-logs.js'
import { type ClassifiedRefund, decideRefunds, type MinedRefund } from './decide-refunds.js'
import { sumTransfers } from './sum-transfers.js'

const now = unixMs(100 * DAY_MS)
const [merchant, buyer, token, giver] = [aWallet(), aWallet(), aWallet(), aWallet()]
const senders = new Map()
const hash = `0x${'3'.repeat(64)}` as Hash
const owed = (units: bigint, centUnits = 0n) => [{ token, units, centUnits }]

/** An unconfirmed refund of five units for a sale of yesterday. */
const aRefund = (fields: Partial<ClassifiedRefund> = {}): ClassifiedRefund => ({
  merchant,
  buyer,
  parts: owed(5n),
  createdAt: now,
  confirmedAt: null,
  paidAt: unixMs(now - DAY_MS),
  ...fields,
})

/** A transaction that paid the buyer this amount. */
function gave(units: bigint, fields: Partial<MinedRefund> = {}): MinedRefund {
  const place = { blockNumber: 1n, blockHash: hash }
  const log = {
    ...place,
    transactionHash: hash,
    logIndex: 0,
    address: token,
    topics: [topics.transfer, topicOfAddress(giver), topicOfAddress(buyer)],
    data: `0x${units.toString(16).padStart(64, '0')}` as Hex,
  }
  const sent = { hash, from: aWallet(), to: token, value: 0n, data: '0x' as Hex, isSuccess: true }
  const transfers = sumTransfers({ ...sent, ...place, logs: [log] })
  return { from: sent.from, transfers, minedAt: now, isDeep: true, ...fields }
}

describe('decideRefunds', () => {
  test('default: confirms as many as the transaction covers, oldest first', () => {
    const three = [aRefund(), aRefund(), aRefund()]
    expect(decideRefunds(three, { mined: gave(10n), senders, now })).toEqual([true, true, false])
    expect(decideRefunds(three, { mined: null, senders, now })).toEqual([false, false, false])
  })

  test('behavior: prefers an older refund over a newer one', () => {
    const confirmed = aRefund({ confirmedAt: now })
    expect(decideRefunds([aRefund(), confirmed], { mined: gave(5n), senders, now })).toEqual([
      true,
      false,
    ])
    const large = aRefund({ parts: owed(6n) })
    expect(decideRefunds([large, confirmed], { mined: gave(5n), senders, now })).toEqual([
      false,
      true,
    ])
  })

  test('behavior: counts a transfer once per merchant', () => {
    const all = [aRefund({ merchant: aWallet() }), aRefund(), aRefund()]
    expect(decideRefunds(all, { mined: gave(5n), senders, now })).toEqual([true, true, false])
  })

  test('behavior: a wallet that sends refunds of merchants counts only for these', () => {
    const all = [aRefund({ merchant: aWallet() }), aRefund(), aRefund({ merchant: giver })]
    const look = (owner: Address) => ({
      mined: gave(5n),
      senders: new Map([[giver, new Set([owner])]]),
      now,
    })
    // The wallet of a merchant counts only while it owns the merchant.
    expect(decideRefunds(all, look(merchant))).toEqual([false, true, false])
    expect(decideRefunds(all, look(giver))).toEqual([false, false, true])
  })

  test('behavior: keeps but does not confirm refunds in a recent block', () => {
    const mined = gave(10n, { isDeep: false })
    const bothClassifiedRefunds = [aRefund({ confirmedAt: now }), aRefund()]
    expect(decideRefunds(bothClassifiedRefunds, { mined, senders, now })).toEqual([true, false])
  })

  test('behavior: rejects a refund before its payment', () => {
    const paidAt = unixMs(now + 60_000)
    expect(decideRefunds([aRefund({ paidAt })], { mined: gave(5n), senders, now })).toEqual([true])
    const later = unixMs(paidAt + 1)
    expect(decideRefunds([aRefund({ paidAt: later })], { mined: gave(5n), senders, now })).toEqual([
      false,
    ])
  })

  test('behavior: does not confirm what this chain cannot show', () => {
    expect(decideRefunds([aRefund({ parts: null })], { mined: gave(5n), senders, now })).toEqual([
      false,
    ])
  })

  test('behavior: keeps refunds past their period, and counts them', () => {
    const settled = aRefund({ confirmedAt: unixMs(now - HOUR_MS) })
    const missed = aRefund({ createdAt: unixMs(now - 30 * DAY_MS) })
    expect(decideRefunds([settled], { mined: null, senders, now })).toEqual([true])
    expect(decideRefunds([missed, aRefund()], { mined: gave(5n), senders, now })).toEqual([
      false,
      true,
    ])
    expect(decideRefunds([settled, aRefund()], { mined: gave(5n), senders, now })).toEqual([
      true,
      false,
    ])
  })

  test('behavior: confirms within one cent, and counts what each refund received', () => {
    const short = aRefund({ parts: owed(500n, 10n) })
    expect(decideRefunds([short], { mined: gave(490n), senders, now })).toEqual([true])
    expect(decideRefunds([short], { mined: gave(489n), senders, now })).toEqual([false])
    // The second is short by as much as the transaction is.
    expect(decideRefunds([short, short], { mined: gave(990n), senders, now })).toEqual([true, true])
    expect(decideRefunds([short, short], { mined: gave(989n), senders, now })).toEqual([
      true,
      false,
    ])
  })

  test('behavior: a cent confirms only if something arrived', () => {
    const cent = aRefund({ parts: owed(10n, 10n) })
    expect(decideRefunds([cent], { mined: gave(1n), senders, now })).toEqual([true])
    expect(decideRefunds([cent, cent], { mined: gave(10n), senders, now })).toEqual([true, false])
  })

  test('property: is stable and counts each transfer once', () => {
    const refunds = fc.array(
      fc.record({
        units: fc.bigInt({ min: 1n, max: 9n }),
        isConfirmed: fc.boolean(),
        isEarly: fc.boolean(),
      }),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(
        refunds,
        fc.bigInt({ min: 1n, max: 40n }),
        fc.boolean(),
        (input, units, isDeep) => {
          const before = input.map((refund) =>
            aRefund({
              parts: owed(refund.units),
              confirmedAt: refund.isConfirmed ? now : null,
              ...(refund.isEarly ? { paidAt: unixMs(now + DAY_MS) } : {}),
            }),
          )
          const look = { mined: gave(units, { isDeep }), senders, now }
          const decided = decideRefunds(before, look)
          const after = before.map((refund, index) => ({
            ...refund,
            confirmedAt: decided[index] ? now : null,
          }))
          expect(decideRefunds(after, look)).toEqual(decided)
          const paidAmounts = input.filter((_, index) => decided[index])
          expect(paidAmounts.reduce((sum, payment) => sum + payment.units, 0n) <= units).toBe(true)
        },
      ),
      { numRuns: 200 },
    )
  })
})
