import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import { DAY_MS, type UnixMs, unixMs } from '../../../lib/time.js'
import type { TxContext } from '../../../platform/context.js'
import { repeatWhileFull } from '../../../platform/jobs/process-in-batches.js'
import type { Job } from '../../../platform/jobs/run-jobs.js'
import { lookAlikeHashes } from '../../shop/listings/look-alike.js'
import { isReserved } from './handle.js'
import { freeHandlesBefore, releaseHandles, takeHandle } from './handle-store.js'

const reservedForMs = 180 * DAY_MS

/**
 * Gives a handle to a wallet and gives up its former one, which stays reserved for the wallet for
 * 180 days. The message is the same for handles that are in use, reserved, given up or too similar
 * to one of these.
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
  await releaseHandles(ctx.db, { wallet, keptHashes: hashes, releasedAt: ctx.now() })
}

/** Returns the earliest release of a handle that is still reserved. */
function earliestReservation(now: UnixMs): UnixMs {
  return unixMs(now - reservedForMs)
}

const batchSize = 1_000

/** Frees given-up handles after 180 days, in batches. */
export const pruneHandles: Job = {
  name: 'prune-handles',
  everyMs: DAY_MS,
  async run(ctx, signal) {
    const before = earliestReservation(ctx.now())
    const deleted = await repeatWhileFull(signal, {
      batchSize,
      work: (limit) => freeHandlesBefore(ctx.db, { before, limit }),
    })
    return { deleted }
  },
}
