import type { Address } from '../../../../lib/hex.js'
import type { TxContext } from '../../../../platform/context.js'
import { createChargeReceipts } from '../../../receipts/create/create-charge-receipts.js'
import type { Attempt } from './attempt.js'

/**
 * Gives the charges of one merchant their next attempts, and receipts to those that have none. The payment decides where
 * the money went: the merchant can move the payout until the charge is mined.
 */
export async function withReceipts(
  ctx: TxContext,
  {
    merchant,
    attempts,
    payoutOf,
  }: {
    merchant: Address
    attempts: readonly Attempt[]
    payoutOf: (attempt: Attempt) => Address
  },
): Promise<Attempt[]> {
  const without = attempts.filter(({ charge }) => charge.receiptId === null)
  const ids = await createChargeReceipts(ctx, {
    merchant,
    charges: without.map((attempt) => {
      const { subscription, version, plan, period } = attempt
      const { id: subscriptionId, planId } = subscription
      return {
        label: plan.name,
        priceCents: version.priceCents,
        payoutAddress: payoutOf(attempt),
        reference: subscriptionId,
        metadata: { subscriptionId, planId, periodIndex: period.index },
      }
    }),
  })
  const created = new Map(without.map(({ charge }, index) => [charge.chargeKey, ids[index]]))
  return attempts.map((attempt) => {
    const { charge } = attempt
    const receiptId = charge.receiptId ?? created.get(charge.chargeKey) ?? null
    // A batch that failed as a whole says nothing about its charges, so its attempt goes on.
    const isRepeated = charge.state === 'open' && charge.transactionId !== null
    const number = isRepeated ? charge.attempt : charge.attempt + 1
    return { ...attempt, charge: { ...charge, attempt: number, receiptId } }
  })
}
