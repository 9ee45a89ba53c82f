import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import { DAY_MS, type UnixMs, unixMs } from '../../../lib/time.js'
import type { TxContext } from '../../../platform/context.js'
import type { Job } from '../../../platform/jobs/run-jobs.js'
import { lookAlikeHashes } from '../../shop/listings/look-alike.js'
import { isReserved } from './handle.js'
import { freeHandlesBefore, releaseHandles, takeHandle } from './handle-store.js'

const reservedMs = 180 * DAY_MS
const batchSize = 1_000

/**
 * Gives a handle to a wallet and gives up its former one, which stays reserved for the wallet for 180 days. The message is
 * the same for handles that are in use, reserved, given up or too similar to one of these.
 *
 * @throws {AppError} `conflict`.
 */
export async function claimHandle(
  ctx: Pick<TxContext, 'db' | 'now'>,
  { wallet, handle }: { wallet: Address; handle: string },
): Promise<void> {
  const hashes = lookAlikeHashes(handle)
  const claim = { hashes, wallet, reservedFrom: earliestReservation(ctx.now()) }
  if (isReserved(handle) || !(await takeHandle(ctx.db, claim))) {
    throw new AppError('conflict', 'This handle, or one that looks like it, is not available.')
  }
  await releaseHandles(ctx.db, { wallet, kept: hashes, now: ctx.now() })
}

/** Frees given-up handles after 180 days, in batches. */
export const pruneHandles: Job = {
  name: 'prune-handles',
  everyMs: DAY_MS,
  async run(ctx, signal) {
    const before = earliestReservation(ctx.now())
    let deleted = 0
    for (let batch = batchSize; batch === batchSize && !signal.aborted; deleted += batch) {
      batch = await freeHandlesBefore(ctx.db, { before, limit: batchSize })
    }
    return { deleted }
  },
}

function earliestReservation(now: UnixMs): UnixMs {
  return unixMs(now - reservedMs)
}
