import type { Hash } from '../../../../lib/hex.js'
import { HOUR_MS, SECOND_MS, toUnixSeconds, unixMs } from '../../../../lib/time.js'
import type { Chain } from '../../../../platform/chain/chain.js'
import { chargeKeyOf } from '../../../../platform/chain/permission-hash.js'
import type { Context, TxContext } from '../../../../platform/context.js'
import { announceOwnTransaction } from '../../../payments/find/announced/announce-own-transaction.js'
import type { UnexpectedCharge } from '../../../payments/index/charges/charge-receipt.js'
import {
  expectCharges,
  findCharge,
  findExpected,
} from '../../../payments/index/charges/expect-charges.js'
import {
  forgetUnexpected,
  listUnexpected,
} from '../../../payments/index/charges/unexpected-charges.js'
import { isChargeable } from '../../lifecycle/subscription-status.js'
import { findPeriod } from '../../periods.js'
import { listBySpender, updateSubscription } from '../../subscription-store.js'
import {
  type Attempt,
  billingEventOf,
  chargeRefOf,
  isInFlight,
  lockAttempt,
  withLocked,
  withReceipts,
} from '../attempt/attempt.js'
import type { ChargeRef } from '../attempt/charge.js'
import { listStaleAdopted, saveCharges } from '../attempt/charge-store.js'
import { bookUnregistered, tryBook } from '../book-unregistered.js'
import { afterSubmission } from '../due/schedule.js'
import { deleteUnregistered } from '../unregistered-charge-store.js'
import { saveBillingEvents } from './billing-event-store.js'

type Found = Pick<
  NonNullable<Awaited<ReturnType<typeof findCharge>>>,
  'payoutAddress' | 'transactionHash'
> | null

/** The chain is read again if the payment is not confirmed by then. */
const checkAgainMs = HOUR_MS

const pageSize = 200

/** The others stay due, and the next round follows soon. */
const adoptForMs = 15 * SECOND_MS

/** Adopts charges for a limited time: anyone can make one, and each search takes several calls. */
export async function adoptCharges(
  ctx: Context,
  { chain, attempts, signal }: { chain: Chain; attempts: readonly Attempt[]; signal: AbortSignal },
): Promise<void> {
  const until = performance.now() + adoptForMs
  for (const attempt of attempts) {
    if (signal.aborted || performance.now() > until) return
    await tryBook(ctx, attempt.charge, () => adoptCharge(ctx, { chain, attempt }))
  }
}

/**
 * Adopts the charges of our plans' spenders that the chain shows and the service did not send, in
 * any status of the subscription. Books those without a subscription. Returns how many there were.
 */
export async function adoptUnexpected(
  ctx: Context,
  { chain, signal }: { chain: Chain; signal: AbortSignal },
): Promise<number> {
  const until = performance.now() + adoptForMs
  let adopted = 0
  let after: Hash | null = null
  const unregistered: UnexpectedCharge[] = []
  while (!signal.aborted && performance.now() < until) {
    const page: UnexpectedCharge[] = await listUnexpected(ctx, { after, limit: pageSize })
    for (const found of page) {
      const isAdopted = await tryBook(ctx, found, async () => {
        const ref = await findCharged(ctx, found)
        if (ref) return adoptFound(ctx, { ref, found })
        unregistered.push(found)
        return false
      })
      if (isAdopted) adopted += 1
    }
    after = page.at(-1)?.chargeKey ?? null
    if (page.length < pageSize) break
  }
  return adopted + (await bookUnregistered(ctx, { chain, charges: unregistered, signal }))
}

async function adoptFound(
  ctx: Context,
  { ref, found }: { ref: ChargeRef; found: UnexpectedCharge },
): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    const attempt = await lockAttempt(inTx, ref)
    await forgetUnexpected(inTx, found.chargeKey)
    if (!attempt || attempt.charge.state === 'succeeded' || isInFlight(attempt.charge)) return false
    await saveAdopted(inTx, { attempt, found })
    return true
  })
}

/**
 * Looks again for adopted charges of subscriptions that are paused or over, whose payment is not
 * confirmed after an hour. One that a reorganization removed is open again. Those of other
 * subscriptions are due again by themselves.
 */
export async function checkAdopted(
  ctx: Context,
  { chain, signal }: { chain: Chain; signal: AbortSignal },
): Promise<void> {
  const until = performance.now() + adoptForMs
  const before = unixMs(ctx.now() - checkAgainMs)
  for (const charge of await listStaleAdopted(ctx.db, { before, limit: pageSize })) {
    if (signal.aborted || performance.now() > until) return
    await tryBook(ctx, charge, async () => {
      const found = await findCharge(chain, charge.chargeKey)
      await withLocked(ctx, charge, async (inTx, attempt) => {
        if (found) return saveAdopted(inTx, { attempt, found })
        const open = { ...attempt.charge, state: 'open', updatedAt: ctx.now() } as const
        await saveCharges(inTx.db, [open])
      })
    })
  }
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
 * Takes over a charge that another party has triggered, so that its money is credited to a receipt:
 * anyone may charge a period that is due. Announces its transaction, because the watcher did not
 * know its key.
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
    if (isInFlight(current.charge) && !isSame) return
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
  // It has a receipt if it was booked before its permission was registered.
  const known = await findExpected(ctx, attempt.charge.chargeKey)
  const before = { ...attempt, charge: { ...attempt.charge } }
  before.charge.receiptId ??= known
  const [own = before] = isAdopted
    ? [before]
    : await withReceipts(ctx, { merchant, attempts: [before], payoutOf: () => payoutAddress })
  if (known !== null) await deleteUnregistered(ctx.db, attempt.charge.chargeKey)
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
