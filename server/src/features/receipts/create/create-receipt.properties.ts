import fc from 'fast-check'
import type { Seller } from '../../../../test/fixtures/seller.js'
import type { TestApp } from '../../../../test/harness.js'
import { centsFromDecimal } from '../../../lib/money.js'
import type { ReceiptResponse } from '../schemas.js'

/**
 * Creates one receipt with many concurrent requests, round after round, and returns all violations:
 * a response other than 201 and 409, or not exactly one receipt. A native receipt is created once;
 * one in dollars replaces the previous bill.
 */
export async function raceCreates(
  seller: Seller,
  { rounds, racers }: { rounds: number; racers: number },
): Promise<string[]> {
  const problems: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const isNative = round % 2 === 0
    const id = `race-${round}`
    const responses = await Promise.all(
      Array.from({ length: racers }, (_, racer) =>
        seller.post('/api/receipts', aBill({ id, isNative, cents: racer + 1 })),
      ),
    )
    const createdCount = responses.filter(({ statusCode }) => statusCode === 201).length
    const refused = responses.filter(({ statusCode }) => statusCode === 409).length
    const { receipts } = (await seller.get(`/api/receipts?q=${id}`)).json()
    const entries = receipts[0]?.timeline.length
    const isRight = isNative
      ? createdCount === 1 && entries === 1
      : createdCount === racers && entries === racers
    if (isRight && createdCount + refused === racers && receipts.length === 1) continue
    const codes = responses.map(({ statusCode }) => statusCode).join(' ')
    problems.push(`${id}: ${codes}; ${receipts.length} receipts, ${entries} entries`)
  }
  return problems
}

function aBill({ id, isNative, cents }: { id: string; isNative: boolean; cents: number }) {
  const amount = cents / 100
  return isNative
    ? { id, currency: 'EUR', lineItems: [{ label: 'Tea', amount }] }
    : { id, lineItems: [{ label: 'Tea', priceUsd: amount }], totalUsd: amount }
}

const amountCents = fc.oneof(
  fc.integer({ min: -500, max: 500 }),
  fc.integer({ min: -100_000_000, max: 500_000_000 }),
)

/** Bodies with a total above zero, in either format. */
const bill = fc
  .record({
    amounts: fc.array(amountCents, { minLength: 1, maxLength: 20 }),
    currency: fc.constantFrom('EUR', 'USD', null),
    hasTotal: fc.boolean(),
  })
  .filter(({ amounts }) => amounts.reduce((sum, amount) => sum + amount, 0) > 0)

/** Receipts created over HTTP sum up in both currencies and match the request. */
export function sumsProperty(app: TestApp, seller: Seller) {
  return fc.asyncProperty(bill, async ({ amounts, currency, hasTotal }) => {
    const id = app.ctx.newId('rcpt')
    const total = amounts.reduce((sum, amount) => sum + amount, 0) / 100
    const field = currency === null ? 'priceUsd' : 'amount'
    const lineItems = amounts.map((amount) => ({ label: 'Tea', [field]: amount / 100 }))
    const totals = currency === null ? { totalUsd: total } : hasTotal ? { total } : {}
    const response = await seller.post('/api/receipts', { id, lineItems, currency, ...totals })
    if (response.statusCode !== 201) throw new Error(response.body)

    const { headers } = seller
    const receipt = (await app.inject({ url: `/api/receipts/${id}`, headers })).json()
    requireSums(receipt)
    const shown = receipt.lineItems.map((line: Record<string, number>) => line[field])
    const sent = amounts.map((amount) => amount / 100 + 0)
    if (JSON.stringify(shown) !== JSON.stringify(sent)) throw new Error(`${shown} is not ${sent}`)
  })
}

function requireSums({ totalUsd, total, lineItems }: ReceiptResponse): void {
  const dollars = sum(lineItems.map(({ priceUsd }) => priceUsd))
  if (dollars !== inCents(totalUsd)) throw new Error(`${dollars} cents are not ${totalUsd}`)
  if (total === undefined) return
  const native = sum(lineItems.map(({ amount }) => amount ?? Number.NaN))
  if (native !== inCents(total)) throw new Error(`${native} cents are not ${total}`)
}

function sum(amounts: readonly number[]): bigint {
  return amounts.reduce((total, amount) => total + inCents(amount), 0n)
}

function inCents(amount: number): bigint {
  const cents = centsFromDecimal(amount)
  if (cents === null) throw new Error(`${amount} is not an amount`)
  return cents
}
