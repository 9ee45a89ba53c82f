import { type Address, checksumAddress } from '../../../lib/hex.js'
import { baseUnits, baseUnitsToDecimal, centsToDecimal } from '../../../lib/money.js'
import { tokenDecimals } from '../../../platform/chain/tokens.js'
import type { TxContext } from '../../../platform/context.js'
import { invalidCursor, readChoice, readWhole } from '../../../platform/http/read-query.js'
import type { BillingEvent } from '../charging/attempt/charge.js'
import { type EventStart, listBillingEventPage } from '../charging/result/billing-event-store.js'
import { chargeStatuses } from '../subscription.js'
import type { BillingEventQuery } from './schemas.js'

/** Later than any event. */
const end = Number.MAX_SAFE_INTEGER
const anyTime = { min: 0, max: end }

/**
 * Returns a page of the attempts to charge a merchant's subscriptions, newest first, and the cursor
 * of the next page.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function listBillingEvents(
  ctx: Pick<TxContext, 'db'>,
  { merchant, query }: { merchant: Address; query: BillingEventQuery },
) {
  const limit = readWhole('limit', query.limit, { min: 1, max: 200, fallback: 100 })
  // One more than shown tells whether another page follows.
  const events = await listBillingEventPage(ctx.db, {
    merchant,
    subscriptionId: query.subscriptionId || null,
    status: readChoice('status', query.status, chargeStatuses),
    minAttempt: query.retried === 'true' ? 2 : 1,
    from: readWhole('from', query.from, { ...anyTime, fallback: 0 }),
    to: readWhole('to', query.to, { ...anyTime, fallback: end }),
    after: query.cursor ? readCursor(query.cursor) : { createdAt: end, id: '' },
    limit: limit + 1,
  })
  const page = events.slice(0, limit)
  const last = events.length > limit ? page.at(-1) : undefined
  return {
    billingEvents: page.map(describeBillingEvent),
    nextCursor: last ? `${last.createdAt}.${last.id}` : null,
  }
}

function readCursor(text: string): EventStart {
  const [, createdAt = '', id = ''] = /^(\d{1,15})\.(.{1,64})$/.exec(text) ?? []
  if (createdAt === '') throw invalidCursor()
  return { createdAt: Number(createdAt), id }
}

function describeBillingEvent(event: BillingEvent) {
  const { amountUnits, feeUnits } = event
  const inDollars = (units: bigint) => Number(baseUnitsToDecimal(baseUnits(units), tokenDecimals))
  return {
    eventId: event.id,
    subscriptionId: event.subscriptionId,
    planId: event.planId,
    merchantWallet: checksumAddress(event.merchant),
    customerWallet: checksumAddress(event.customer),
    type: 'charge' as const,
    status: event.status,
    periodIndex: event.periodIndex,
    amountUsd: centsToDecimal(event.amountCents),
    feeUsd: inDollars(feeUnits),
    netUsd: inDollars(amountUnits - feeUnits),
    token: 'USDC' as const,
    amountBaseUnits: String(amountUnits),
    txHash: event.transactionHash,
    failureCode: event.failureCode,
    attempt: event.attempt,
    refundDue: event.refundDue,
    createdAt: event.createdAt,
  }
}
