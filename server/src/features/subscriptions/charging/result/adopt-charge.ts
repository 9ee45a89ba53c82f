import type { Hash } from '../../../../lib/hex.js'
import { HOUR_MS, SECOND_MS, toUnixSeconds, unixMs } from '../../../../lib/time.js'
import type { Chain } from '../../../../platform/chain/chain.js'
import { chargeKeyOf } from '../../../../platform/chain/permission-hash.js'
import { type Context, inTransaction, type TxContext } from '../../../../platform/context.js'
import { announceOwnTransaction } from '../../../payments/find/announced/announce-own-transaction.js'
import type { ObservedCharge } from '../../../payments/index/charges/charge-receipt.js'
import {
  expectCharges,
  findCharge,
  findExpected,
} from '../../../payments/index/charges/expect-charges.js'
import { forgetObserved, listObserved } from '../../../payments/index/charges/observed-charges.js'
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
import { listByKeys, listStaleAdopted, saveCharges } from '../attempt/charge-store.js'
import { bookUnregistered, tryBook } from '../book-unregistered.js'
import { afterSubmission } from '../due/schedule.js'
import { deleteUnregistered, listUnregistered } from '../unregistered-charge-store.js'
import { saveBillingEvents } from './billing-event-store.js'

type ChargeOnChain = Pick<
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
 * Adopts the charges of our plans' spenders that the chain shows and no transaction of ours is
 * under way for: another party sent them, or ours was mined after we gave it up. The status of the
 * subscription does not matter. Books those without a subscription. Returns how many there were.
 */
export async function adoptObserved(
  ctx: Context,
  { chain, signal }: { chain: Chain; signal: AbortSignal },
): Promise<number> {
  const until = performance.now() + adoptForMs
  let adopted = 0
  let after: Hash | null = null
  const unregistered: ObservedCharge[] = []
  while (!signal.aborted && performance.now() < until) {
    const page: ObservedCharge[] = await listObserved(ctx, { after, limit: pageSize })
    for (const observed of await selectUnbooked(ctx, page)) {
      const isAdopted = await tryBook(ctx, observed, async () => {
        const ref = await findCharged(ctx, observed)
        if (ref) return adoptFound(ctx, { ref, observed })
        unregistered.push(observed)
        return false
      })
      if (isAdopted) adopted += 1
    }
    after = page.at(-1)?.chargeKey ?? null
    if (page.length < pageSize) break
  }
  return adopted + (await bookUnregistered(ctx, { chain, charges: unregistered, signal }))
}

/** Selects the charges that need a decision, and forgets those that are booked. */
async function selectUnbooked(
  ctx: Context,
  page: readonly ObservedCharge[],
): Promise<ObservedCharge[]> {
  const keys = page.map(({ chargeKey }) => chargeKey)
  const charges = await listByKeys(ctx.db, keys)
  const succeeded = charges.filter(({ state }) => state === 'succeeded')
  // The watcher reads recent blocks again, and with them charges that are booked.
  const bookedCharges = [...succeeded, ...(await listUnregistered(ctx.db, keys))].map(keyOf)
  await forgetObserved(ctx, bookedCharges)
  // Ours may still fail, or be dropped by a cancellation. The next rounds look again.
  const ignored = new Set([...bookedCharges, ...charges.filter(isInFlight).map(keyOf)])
  return page.filter(({ chargeKey }) => !ignored.has(chargeKey))
}

function keyOf({ chargeKey }: { chargeKey: Hash }): Hash {
  return chargeKey
}

async function adoptFound(
  ctx: Context,
  { ref, observed }: { ref: ChargeRef; observed: ObservedCharge },
): Promise<boolean> {
  return inTransaction(ctx, async (inTx) => {
    const attempt = await lockAttempt(inTx, ref)
    // Planned in the meantime.
    if (attempt && isInFlight(attempt.charge)) return false
    await forgetObserved(inTx, [observed.chargeKey])
    if (!attempt || attempt.charge.state === 'succeeded') return false
    await saveAdopted(inTx, { attempt, observed })
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
      const observed = await findCharge(chain, charge.chargeKey)
      await withLocked(ctx, charge, async (inTx, attempt) => {
        if (observed) return saveAdopted(inTx, { attempt, observed })
        const openCharge = { ...attempt.charge, state: 'open', updatedAt: ctx.now() } as const
        await saveCharges(inTx.db, [openCharge])
      })
    })
  }
}

/** Finds the subscription and the period of a charge. Only the right ones give its key. */
async function findCharged(ctx: Context, observed: ObservedCharge): Promise<ChargeRef | null> {
  const { spender, payer: customer, chargeKey, paidAt } = observed
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
  const observed = await findCharge(chain, chargeKey)
  if (!observed) ctx.log.warn({ chargeKey }, 'transaction of a charge not found')
  await inTransaction(ctx, async (inTx) => {
    const current = await lockAttempt(inTx, attempt.charge)
    if (!current || current.charge.state === 'succeeded') return
    // A transaction of ours that was planned in the meantime.
    const isSame = current.charge.transactionId === attempt.charge.transactionId
    if (isInFlight(current.charge) && !isSame) return
    await saveAdopted(inTx, { attempt: current, observed })
  })
}

async function saveAdopted(
  ctx: TxContext,
  { attempt, observed }: { attempt: Attempt; observed: ChargeOnChain },
): Promise<void> {
  const isAdopted = attempt.charge.state === 'submitted'
  const { merchant } = attempt.charge
  const payoutAddress = observed?.payoutAddress ?? attempt.version.payout
  // It has a receipt if it was booked before its permission was registered.
  const expected = await findExpected(ctx, attempt.charge.chargeKey)
  const before = { ...attempt, charge: { ...attempt.charge } }
  before.charge.receiptId ??= expected
  const [withReceipt = before] = isAdopted
    ? [before]
    : await withReceipts(ctx, { merchant, attempts: [before], payoutOf: () => payoutAddress })
  if (expected !== null) await deleteUnregistered(ctx.db, attempt.charge.chargeKey)
  const { charge, version, subscription, period } = withReceipt
  const { receiptId, chargeKey } = charge
  const hash = observed?.transactionHash ?? null
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
