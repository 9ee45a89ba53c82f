import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { aLine, aReceipt } from '../../../../test/fixtures/receipt.js'
import { checksumAddress } from '../../../lib/hex.js'
import { cents, ppm } from '../../../lib/money.js'
import { unixMs } from '../../../lib/time.js'
import type { Receipt } from '../receipt.js'
import { describeReceipt, type ReceiptHistory } from './describe-receipt.js'

const paymentUrlOf = () => 'https://pay.test/portal/r-1'
const nothing: ReceiptHistory = { events: [], refunds: [] }
const show = (fields: Partial<Receipt>, history = nothing) =>
  describeReceipt(aReceipt(fields), { history, paymentUrlOf, thumbOf: (picture) => picture })

describe('describeReceipt', () => {
  test('default: omits unknown fields', () => {
    const shown = show({})
    for (const field of [
      ...['total', 'pricing', 'transactionTimestamp', 'failureCode', 'refundStatus', 'refundedUsd'],
    ]) {
      expect(shown).not.toHaveProperty(field)
    }
    expect(shown.lineItems).toEqual([{ label: 'Tea', priceUsd: 4.5 }])
  })

  test('behavior: includes the rate of a native receipt', () => {
    const thumb = 'data:image/png;base64,AA=='
    const shown = show({
      currency: 'EUR',
      totalUsdCents: cents(1_080n),
      totalCents: cents(1_000n),
      lines: [aLine({ usdCents: cents(1_080n), amountCents: cents(1_000n), qty: 2, thumb })],
      valuation: {
        currency: 'EUR',
        usdPerUnit: ppm(1_080_000n),
        quotedAt: unixMs(5),
        provider: 'fixed',
      },
    })
    const line = { label: 'Tea', priceUsd: 10.8, amount: 10, qty: 2 }
    expect(shown).toMatchObject({ total: 10, totalUsd: 10.8, lineItems: [{ ...line, thumb }] })
    // Thumbnails are sent once.
    expect(shown.pricing).toEqual({
      version: 1,
      currency: 'EUR',
      usdPerUnit: 1.08,
      quotedAt: 5,
      provider: 'fixed',
      originalTotal: 10,
      originalLineItems: [line],
    })
  })

  test.each([
    [1n, 'partial', 0.01],
    [449n, 'partial', 4.49],
    [450n, 'full', 4.5],
  ])('behavior: describes %s refunded cents as %s', (refunded, refundStatus, refundedUsd) => {
    expect(show({ refundedUsdCents: cents(refunded) })).toMatchObject({ refundStatus, refundedUsd })
  })

  test('behavior: shows returned credit apart from refunds', () => {
    const shown = show({ creditReturnedUsdCents: cents(120n) })
    expect(shown).toMatchObject({ creditReturnedUsd: 1.2 })
    expect(shown).not.toHaveProperty('refundedUsd')
    expect(show({})).not.toHaveProperty('creditReturnedUsd')
  })

  test('behavior: includes timeline entries without empty fields', () => {
    const bare = { note: null, transactionHash: null, detail: null }
    const createdEntry = { status: 'pending', previousStatus: null, at: unixMs(1), by: 'key_1' }
    const part = {
      status: 'refund_partial',
      previousStatus: 'paid',
      at: unixMs(2),
      by: '0x',
    } as const
    const buyer = aWallet()
    const refund = {
      id: 'rfnd_1',
      usdCents: cents(100n),
      isCredit: false,
      buyer,
      items: [],
      lines: null,
      transactionHash: null,
      reason: null,
      by: '0x',
      createdAt: unixMs(2),
      restock: true,
      paidIn: null,
      confirmedAt: unixMs(3),
    }
    const events = [
      { ...createdEntry, ...bare },
      { ...part, note: 'cold', transactionHash: '0xab', detail: { usd: 1 } },
    ]
    const shown = show({}, { events, refunds: [refund] })
    expect(shown.timeline).toEqual([
      createdEntry,
      { ...part, note: 'cold', transactionHash: '0xab', usd: 1 },
    ])
    expect(shown.refunds).toEqual([
      {
        refundId: 'rfnd_1',
        usd: 1,
        buyer: checksumAddress(buyer),
        items: [],
        txHash: null,
        reason: null,
        confirmed: true,
        by: '0x',
        createdAt: 2,
      },
    ])
  })

  test('behavior: projects an opened order to generated', () => {
    expect(show({ kind: 'order', status: 'link_opened' })).toMatchObject({
      status: 'link_opened',
      paymentStatus: 'generated',
    })
  })

  test('behavior: reveals neither keys nor internal merchant fields', () => {
    const shown = show({ keyId: 'key_secret' })
    expect(JSON.stringify(shown)).not.toContain('key_secret')
    expect(shown).not.toHaveProperty('merchant')
    expect(shown).not.toHaveProperty('kind')
  })
})
