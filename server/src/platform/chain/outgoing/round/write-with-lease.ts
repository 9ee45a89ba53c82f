import type { Queryable } from '../../../db/db.js'
import { renewSignerLease } from '../stores/signer-lease-store.js'
import type { SenderContext } from './sender-rules.js'

/** Another process holds the signer's lease, so this one must not write. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/**
 * Runs `work` in a transaction that locks the lease, so that it is ours until the commit.
 *
 * @throws {LeaseLost} when another process holds it.
 */
export async function writeWithLease<Result>(
  { db, lease }: Pick<SenderContext, 'db' | 'lease'>,
  work: (tx: Queryable) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    if (!(await renewSignerLease(tx, lease)))
      throw new LeaseLost(`the lease of ${lease.signer} is lost`)
    return work(tx)
  })
}
