import type { Address, Hash } from '../../../lib/hex.js'
import { DAY_MS, SECOND_MS } from '../../../lib/time.js'
import type { Block, Chain } from '../../../platform/chain/chain.js'
import { type Context, inTransaction } from '../../../platform/context.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import { maxOf, maxOfMerchant } from '../../../platform/limits/max-of.js'
import { announceOwnTransaction } from '../../payments/find/announced/announce-own-transaction.js'
import type { ObservedCharge } from '../../payments/index/charges/charge-receipt.js'
import { expectCharges, readCharges } from '../../payments/index/charges/expect-charges.js'
import {
  deferCharge,
  forgetObserved,
  recallDeferred,
} from '../../payments/index/charges/observed-charges.js'
import { createChargeReceipts } from '../../receipts/create/create-charge-receipts.js'
import type { NamedVersion } from '../plans/plan.js'
import { findNamedVersion } from '../plans/plan-version-store.js'
import { findSafeBlock } from './attempt/read-permission-states.js'
import {
  countUnregistered,
  findFirstUnregistered,
  insertUnregistered,
} from './unregistered-charge-store.js'

const limitName = 'unregistered-charges'
const windowMs = DAY_MS
/** The others stay recorded, and the next round follows soon. */
const bookForMs = 15 * SECOND_MS

/**
 * Books charges under permissions that were never registered, each as a sale of its plan. Anyone
 * can sign a permission and charge it for little gas, so a day books a limited number. The chain
 * keeps the others, which are read again later. Returns how many were booked.
 */
export async function bookUnregistered(
  ctx: Context,
  input: { chain: Chain; charges: readonly ObservedCharge[]; signal: AbortSignal },
): Promise<number> {
  const { chain, charges, signal } = input
  const safe = await findSafeBlock(ctx, chain)
  if (!safe) return 0
  const { remainingOf, take } = await countRemaining(ctx)
  const isConfirmed = createCheck(chain, safe)
  const until = performance.now() + bookForMs
  let booked = 0
  for (const charge of charges) {
    if (signal.aborted || performance.now() > until) break
    // A reorganization may still remove it.
    if (charge.blockNumber > safe.number) continue
    const isBooked = await tryBook(ctx, charge, async () => {
      if (remainingOf(charge.merchant) === 0) {
        await inTransaction(ctx, (inTx) => deferCharge(inTx, charge))
        return false
      }
      // If it was mined again elsewhere, the watcher records it again.
      const version = (await isConfirmed(charge)) ? await findNamedVersion(ctx.db, charge) : null
      return book(ctx, { charge, version })
    })
    if (!isBooked) continue
    take(charge.merchant)
    booked += 1
  }
  await recallDeferred(ctx, { chain, safe, remainingOf })
  await alertUnregistered(ctx)
  return booked
}

/** Logs the failure of a charge, which must not delay the others, and returns null. */
export async function tryBook<Result>(
  { log }: Pick<Context, 'log'>,
  { chargeKey }: { chargeKey: Hash },
  book: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await book()
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    log.warn({ err: error, chargeKey }, 'a charge of another party was not booked')
    return null
  }
}

/** Returns how many charges of a merchant can be booked now. */
async function countRemaining(ctx: Context) {
  const counts = await countUnregistered(ctx.db, { after: ctx.now() - windowMs })
  let total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const maxTotal = maxOf(ctx.config, limitName, 'platform') ?? 0
  return {
    remainingOf(merchant: Address): number {
      const ofMerchant =
        maxOfMerchant(ctx.config, limitName, merchant) - (counts.get(merchant) ?? 0)
      return Math.max(0, Math.min(ofMerchant, maxTotal - total))
    },
    take(merchant: Address): void {
      counts.set(merchant, (counts.get(merchant) ?? 0) + 1)
      total += 1
    },
  }
}

/**
 * Creates a check whether a charge is on chain with enough confirmations. Reads each transaction
 * once, also one that cannot be read.
 */
function createCheck(chain: Chain, safe: Block) {
  const keysByHash = new Map<Hash, Promise<ReadonlySet<Hash>>>()
  async function readKeys(transactionHash: Hash): Promise<ReadonlySet<Hash>> {
    const mined = await chain.findTransaction(transactionHash)
    const isSafe = mined !== null && mined.blockNumber <= safe.number
    return new Set(isSafe ? readCharges(mined.logs).map(({ chargeKey }) => chargeKey) : [])
  }
  return async ({ transactionHash, chargeKey }: ObservedCharge): Promise<boolean> => {
    const keys = keysByHash.get(transactionHash) ?? readKeys(transactionHash)
    keysByHash.set(transactionHash, keys)
    return (await keys).has(chargeKey)
  }
}

/** Creates the receipt of a charge, and has its payment read again: its key was unknown before. */
async function book(
  ctx: Context,
  { charge, version }: { charge: ObservedCharge; version: NamedVersion | null },
): Promise<boolean> {
  const { chargeKey, merchant, spender, payoutAddress, transactionHash } = charge
  const { chainId } = ctx.config
  return inTransaction(ctx, async (inTx) => {
    await forgetObserved(inTx, [chargeKey])
    if (!version) return false
    const { planId, planName: label, priceCents, feeRecipient: feeAccount } = version
    const sale = { label, priceCents, payoutAddress, reference: null, metadata: { planId } }
    const [receiptId] = await createChargeReceipts(inTx, { merchant, charges: [sale] })
    if (receiptId === undefined) throw new Error('a charge has a receipt')
    const record = { chainId, chargeKey, merchant, receiptId, createdAt: ctx.now() }
    // An overlapping round has booked it.
    if (!(await insertUnregistered(inTx.db, record))) throw new Error('a charge is booked twice')
    await expectCharges(inTx, [{ chainId, chargeKey, merchant, receiptId, spender, feeAccount }])
    await announceOwnTransaction(inTx, { merchant, receiptId, hash: transactionHash })
    ctx.log.warn({ chargeKey, receiptId }, 'charge of an unregistered permission booked')
    return true
  })
}

/** One alert for all merchants, because anyone can make these charges. */
async function alertUnregistered(ctx: Context): Promise<void> {
  const since = await findFirstUnregistered(ctx.db, { after: ctx.now() - windowMs })
  if (since === null) {
    ctx.alerts.resolve('unregistered_charges')
    return
  }
  const message = 'customers were charged under permissions that are not registered here'
  ctx.alerts.raise({ name: 'unregistered_charges', message, since })
}
