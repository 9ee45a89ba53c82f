import type { Address } from '../../../lib/hex.js'
import { type BaseUnits, baseUnits, type Micros } from '../../../lib/money.js'
import { findAsset } from '../../../platform/chain/assets/asset.js'
import { assetName } from '../../../platform/chain/assets/asset-name.js'
import type { Context, TxContext } from '../../../platform/context.js'
import { post, reversePosting } from '../../ledger/post.js'
import type { Split } from '../../split/split.js'
import { listUnpostedReleases } from '../read-model/unposted-store.js'
import { type BookingResult, bookEach } from './book-each.js'
import { missingUnits } from './missing-units.js'
import { listRemoved, type Release, raiseRevision } from './release-store.js'
import { findSplitOf, openBooks } from './split-books.js'
import {
  addPayout,
  addReceived,
  addReleased,
  listPayouts,
  reverseReleased,
} from './split-total-store.js'
import { postTopUp, releaseKey, reverseTopUp } from './top-up.js'
import { listPricedTokens, valueAtMarket } from './value-at-market.js'

const batchSize = 200
/** How many batches are searched for releases that do not wait. */
const maxBatches = 10

type BookContext = Pick<TxContext, 'db' | 'config' | 'now'>

/**
 * Reverses the payouts that a reorg removed. Run it before payments are reversed, so that no more
 * is paid out than came in. Returns the number of releases handled.
 */
export async function reverseReleases(
  ctx: Pick<Context, 'db' | 'config' | 'now' | 'alerts'>,
): Promise<number> {
  const { chainId } = ctx.config
  const skippedSplits: Address[] = []
  for (let handled = 0; ; ) {
    const removed = await listRemoved(ctx.db, { chainId, skippedSplits, limit: batchSize })
    const { booked: reversed, failed } = await bookEach(ctx, removed, async (inTx, release) => {
      await reverse(inTx, release)
      return true
    })
    handled += reversed
    skippedSplits.push(...failed)
    if (removed.length < batchSize || reversed + failed.length === 0) return handled
  }
}

/**
 * Posts the payouts of splits. Run it after payments are posted. Money that the ledger does not
 * know yet, such as native token that was sent directly to the split, is posted first. Returns the
 * number of releases posted.
 */
export async function bookReleases(
  ctx: Pick<Context, 'db' | 'config' | 'now' | 'alerts'>,
): Promise<number> {
  const { chainId } = ctx.config
  const tokens = await listPricedTokens(ctx)
  const waiting = new Set<string>()
  /** Splits with a release that cannot be booked. They must not stop the others. */
  const skippedSplits: Address[] = []
  let booked = 0
  for (const isPriced of [true, false]) {
    let after: Release | null = null
    // Anyone can add releases that wait for a rate, so tokens with a rate come first.
    for (let batch = 0; batch < maxBatches; batch += 1) {
      const select = { chainId, tokens, isPriced, after, skippedSplits, limit: batchSize }
      const releases: Release[] = await listUnpostedReleases(ctx.db, select)
      const result: BookingResult = await bookEach(ctx, releases, async (inTx, release) => {
        const place = `${release.split} ${release.token}`
        if (waiting.has(place)) return false
        // It also waits if it fails, because releases of a split are booked in order.
        waiting.add(place)
        const isBooked = await book(inTx, release)
        if (isBooked) waiting.delete(place)
        return isBooked
      })
      booked += result.booked
      skippedSplits.push(...result.failed)
      after = releases.at(-1) ?? null
      const isStopped = isPriced && result.failed.length === 0
      if (isStopped || releases.length < batchSize) break
    }
  }
  return booked
}

/** Returns false when the release changed in the meantime, or waits for a rate. */
async function book(ctx: BookContext, release: Release): Promise<boolean> {
  const { merchant, transactionHash, account, units } = release
  const split = await findSplitOf(ctx, release)
  const missing = split ? await findMissing(ctx, release, split) : null
  if (missing === 'waiting') return false
  if (!(await raiseRevision(ctx.db, release))) return false

  const posted = { ...release, ledgerRevision: release.ledgerRevision + 1 }
  if (split && missing) await postTopUp(ctx, { ...missing, release: posted, split })
  const usdMicros = await addReleased(ctx.db, release)
  await addPayout(ctx.db, release)
  await post(ctx, {
    merchant,
    key: releaseKey(posted),
    kind: 'release',
    at: ctx.now(),
    receiptId: null,
    transactionHash,
    release: { asset: assetName(release), units, usdMicros, account },
  })
  return true
}

/**
 * Returns the money that this release and others of its transaction pay out, but that the ledger
 * does not know. It waits while its asset has no rate.
 */
async function findMissing(
  ctx: BookContext,
  release: Release,
  split: Split,
): Promise<{ units: BaseUnits; usdMicros: Micros } | 'waiting' | null> {
  const { recipients } = split
  const nothing = { units: 0n, usdMicros: 0n }
  await openBooks(ctx, { split, token: release.token })
  // Locks the total of the split.
  const { received } = await addReceived(ctx.db, { ...release, ...nothing })
  const payouts = await listPayouts(ctx.db, release)
  const units = missingUnits({ received, recipients, payouts })
  const asset = findAsset(release.chainId, release.token)
  if (units === 0n || !asset) return null
  const usdMicros = await valueAtMarket(ctx, { asset, units })
  return usdMicros === null ? 'waiting' : { units, usdMicros }
}

async function reverse(ctx: BookContext, listed: Release): Promise<void> {
  // The amount that was topped up may have changed since the list was read.
  const release = await raiseRevision(ctx.db, listed)
  if (!release) return
  const { merchant, account, units } = release
  const posting = { merchant, key: releaseKey(release), at: ctx.now() }
  const entries = await reversePosting(ctx, posting)
  const usdMicros = entries?.find((entry) => entry.account === `due:${account}`)?.usdMicros ?? 0n
  await reverseReleased(ctx.db, { ...release, usdMicros })
  await addPayout(ctx.db, { ...release, units: baseUnits(-units) })
  const split = await findSplitOf(ctx, release)
  if (split) await reverseTopUp(ctx, { release, split })
}
