import fc from 'fast-check'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { checkScores } from '../../../../test/books/scores.js'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { usdc } from '../../../../test/fixtures/posted-payment.js'
import { aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { postRefund, postSale } from '../../../../test/fixtures/sold-receipt.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { baseUnits, micros, cents as toCents } from '../../../lib/money.js'
import { manualUsd } from '../../../platform/chain/assets/asset-name.js'
import { manualPaymentEntries, paymentEntries, saleEntries } from '../../ledger/entries.js'
import type { Entry, Portion, PostingKind } from '../../ledger/entry.js'
import { post, reversePosting } from '../../ledger/post.js'
import { getReceipt } from '../../receipts/read/get-receipt.js'
import { setBuyerWallet } from '../../receipts/status/update-receipt.js'

let app: TestApp
let seller: Seller
beforeAll(async () => {
  app = await createTestApp()
  seller = await aSeller(app)
})
afterAll(() => app.close())

const buyers = [aWallet(), aWallet(), null]
const cents = fc.constantFrom(1, 99, 150, 1_200, 70_000)
const receipt = fc.nat(1)
const step = fc.oneof(
  fc.record({ kind: fc.constantFrom('sale', 'refund', 'charge', 'manual'), receipt, cents }),
  fc.record({ kind: fc.constant('reverse' as const), place: fc.nat(6) }),
  fc.record({ kind: fc.constant('buyer' as const), receipt, buyer: fc.nat(2) }),
  fc.record({ kind: fc.constant('score' as const) }),
)

describe('scores', () => {
  test('property: equal the ledger through sales, refunds, charges, manual payments and reversals', {
    tags: 'slow',
    timeout: 120_000,
  }, async () => {
    let runs = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        runs += 1
        const ids = [`a-${runs}`, `b-${runs}`]
        for (const id of ids) await createReceipt(id)
        const keys: string[] = []
        for (const step of steps) await play(step, { ids, keys })
        await checkScores(app.ctx, seller.wallet)
      }),
      { numRuns: 25 },
    )
  })
})

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

async function play(step: Step, { ids, keys }: { ids: string[]; keys: string[] }): Promise<void> {
  const { ctx } = app
  const merchant = seller.wallet
  if (step.kind === 'score') return checkScores(ctx, merchant)
  if (step.kind === 'reverse') {
    const key = keys[step.place]
    if (key) await reversePosting(ctx, { merchant, key, at: ctx.now() })
    return
  }
  const id = ids[step.receipt] ?? ''
  if (step.kind === 'buyer') {
    const buyerWallet = buyers[step.buyer] ?? null
    const receipt = await getReceipt(ctx, { merchant, id })
    await setBuyerWallet(ctx, { receipt: receipt, buyerWallet })
    return
  }

  const key = `${step.kind}:${id}:${keys.length}`
  keys.push(key)
  const amount = {
    usdMicros: micros(BigInt(step.cents) * 10_000n),
    usdCents: toCents(BigInt(step.cents)),
  }
  const write = (kind: PostingKind, entries: readonly Entry[], suffix = '') =>
    post(ctx, {
      merchant,
      key: `${key}${suffix}`,
      kind,
      at: ctx.now(),
      receiptId: id,
      transactionHash: null,
      entries,
    })
  if (step.kind === 'sale') await postSale(ctx, { merchant, id, key, cents: step.cents })
  if (step.kind === 'refund') await postRefund(ctx, { merchant, id, key, cents: step.cents })
  if (step.kind === 'charge') {
    const units = baseUnits(amount.usdMicros)
    const legs = [{ account: merchant, units }]
    await write('charge', paymentEntries({ asset: usdc, units, usdMicros: amount.usdMicros, legs }))
    await postSale(ctx, { merchant, id, key: `${key}:sale`, cents: step.cents })
  }
  if (step.kind === 'manual') {
    const none = micros(0n)
    const bill = { salesMicros: amount.usdMicros, taxes: [], feeMicros: none, platformMicros: none }
    const units = baseUnits(amount.usdCents)
    const portion: Portion = { asset: manualUsd, units, usdMicros: amount.usdMicros }
    await write('mark', manualPaymentEntries(amount), ':mark')
    await write('sale', saleEntries({ portions: [portion], bill, platformBps: 0 }))
  }
}

async function createReceipt(id: string): Promise<void> {
  const lineItems = [{ label: 'Tea', priceUsd: 5 }]
  const response = await seller.post('/api/receipts', { id, lineItems, totalUsd: 5 })
  if (response.statusCode !== 201) throw new Error(`receipt not created: ${response.body}`)
}
