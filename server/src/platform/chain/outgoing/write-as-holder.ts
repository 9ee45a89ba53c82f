import type { Queryable } from '../../db/db.js'
import type { SenderContext } from './sender-context.js'
import { holdSigner } from './signer-lease-store.js'

/** Another process gives out the signer's nonces now; whatever this one was about to write is void. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/**
 * Writes in one transaction that holds the lease, so that it is either ours until the commit or nothing is written.
 *
 * @throws {LeaseLost} when somebody else has it.
 */
export async function writeAsHolder<Result>(
  { db, lease }: Pick<SenderContext, 'db' | 'lease'>,
  work: (tx: Queryable) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    if (!(await holdSigner(tx, lease))) throw new LeaseLost(`the lease of ${lease.signer} is lost`)
    return work(tx)
  })
}
