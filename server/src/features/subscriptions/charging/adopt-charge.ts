import { HOUR_MS, SECOND_MS, toUnixSeconds, unixMs } from '../../../lib/time.js'
import type { Chain } from '../../../platform/chain/chain.js'
import { chargeKeyOf } from '../../../platform/chain/charge-key.js'
import type { Context, TxContext } from '../../../platform/context.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import { announceOwnTransaction } from '../../settlement/announced/announce-own-transaction.js'
import type { UnexpectedCharge } from '../../settlement/charges/charge-receipt.js'
import { expectCharges } from '../../settlement/charges/expect-charges.js'
import { findCharge } from '../../settlement/charges/read-charges.js'
import { forgetUnexpected, listUnexpected } from '../../settlement/charges/unexpected-charges.js'
import { findPeriod } from '../periods.js'
import { isChargeable } from '../subscription-status.js'
import { listBySpender, updateSubscription } from '../subscription-store.js'
import { type Attempt, billingEventOf, chargeRefOf, isUnderWay, lockAttempt } from './attempt.js'
import { saveBillingEvents } from './billing-event-store.js'
import type { ChargeRef } from './charge.js'
import { saveCharges } from './charge-store.js'
import { afterSubmission } from './schedule.js'
import { withReceipts } from './with-receipts.js'

type Found = Pick<
  NonNullable<Awaited<ReturnType<typeof findCharge>>>,
  'payoutAddress' | 'transactionHash'
> | null

/** The chain is read again if the payment is not confirmed by then. */
const checkAgainMs = HOUR_MS

/** Further charges follow in the next round. */
const unexpectedPerRound = 200

/** The others stay due, and the next round follows soon. */
const adoptForMs = 15 * SECOND_MS

/** Adopts charges for a limited time. Anyone can make a charge, and each search takes several calls to the node. */
export async function adoptCharges(
  ctx: Context,
  { chain, attempts, signal }: { chain: Chain; attempts: readonly Attempt[]; signal: AbortSignal },
): Promise<void> {
  const until = performance.now() + adoptForMs
  for (const attempt of attempts) {
    if (signal.aborted || performance.now() > until) return
    try {
      await adoptCharge(ctx, { chain, attempt })
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      const { chargeKey } = attempt.charge
      ctx.log.warn({ err: error, chargeKey }, 'a charge of another party was not adopted')
    }
  }
}

/**
 * Adopts the charges of our plans' spenders that the chain shows and the service did not send, in any status of the
 * subscription. Returns how many.
 */
export async function adoptUnexpected(ctx: Context, signal: AbortSignal): Promise<number> {
  let adopted = 0
  for (const found of await listUnexpected(ctx, { limit: unexpectedPerRound })) {
    if (signal.aborted) break
    const ref = await findCharged(ctx, found)
    if (!ref) ctx.log.warn({ chargeKey: found.chargeKey }, 'charge of an unknown subscription')
    await ctx.db.transaction(async (tx) => {
      const inTx = { ...ctx, db: tx }
      const attempt = ref && (await lockAttempt(inTx, ref))
      await forgetUnexpected(inTx, found.chargeKey)
      if (!attempt || attempt.charge.state === 'succeeded' || isUnderWay(attempt.charge)) return
      await saveAdopted(inTx, { attempt, found })
      adopted += 1
    })
  }
  return adopted
}

/** Finds the subscription and the period of a charge. Only the right ones give its key. */
async function findCharged(ctx: Context, found: UnexpectedCharge): Promise<ChargeRef | null> {
  const { spender, payer: customer, chargeKey, paidAt } = found
  for (const subscription of await listBySpender(ctx.db, { spender, customer })) {
    const period = findPeriod(subscription.permission, paidAt)
    if (!period) continue
    const { permissionHash } = subscription
    const periodStart = toUnixSeconds(period.startAt)
    if (chargeKeyOf({ permissionHash, periodStart }) !== chargeKey) continue
    return chargeRefOf(subscription, period.index)
  }
  return null
}

/**
 * Takes over a charge that another party has triggered, so that its money is credited to a receipt: anyone may charge a
 * period that is due. Announces its transaction, because the watcher did not know its key.
 */
async function adoptCharge(
  ctx: Context,
  { chain, attempt }: { chain: Chain; attempt: Attempt },
): Promise<void> {
  const { chargeKey } = attempt.charge
  const found = await findCharge(chain, chargeKey)
  if (!found) ctx.log.warn({ chargeKey }, 'transaction of a charge not found')
  await ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    const current = await lockAttempt(inTx, attempt.charge)
    if (!current || current.charge.state === 'succeeded') return
    // A transaction of ours that was planned in the meantime.
    const isSame = current.charge.transactionId === attempt.charge.transactionId
    if (isUnderWay(current.charge) && !isSame) return
    await saveAdopted(inTx, { attempt: current, found })
  })
}

async function saveAdopted(
  ctx: TxContext,
  { attempt, found }: { attempt: Attempt; found: Found },
): Promise<void> {
  const isAdopted = attempt.charge.state === 'submitted'
  const { merchant } = attempt.charge
  const payoutAddress = found?.payoutAddress ?? attempt.version.payout
  const [own = attempt] = isAdopted
    ? [attempt]
    : await withReceipts(ctx, { merchant, attempts: [attempt], payoutOf: () => payoutAddress })
  const { charge, version, subscription, period } = own
  const { receiptId, chargeKey } = charge
  const hash = found?.transactionHash ?? null
  if (receiptId === null) return
  const { chainId } = ctx.config
  const now = ctx.now()
  const feeAccount = version.feeRecipient
  const { spender } = version
  await expectCharges(ctx, [{ chainId, chargeKey, merchant, receiptId, spender, feeAccount }])
  if (hash) await announceOwnTransaction(ctx, { merchant, receiptId, hash })
  const adopted = { ...charge, state: 'submitted', transactionId: null, updatedAt: now } as const
  await saveCharges(ctx.db, [adopted])
  const pending = { status: 'pending', failureCode: null, transactionHash: hash } as const
  const event = billingEventOf(ctx, { ...attempt, charge: adopted }, pending)
  await saveBillingEvents(ctx.db, [event])
  const after = afterSubmission(subscription, { period, now })
  // It may have been paused or canceled in the meantime.
  const dueAt = isChargeable(subscription.status) ? unixMs(now + checkAgainMs) : subscription.dueAt
  await updateSubscription(ctx.db, { ...after, dueAt })
}
