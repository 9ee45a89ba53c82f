import type { Author } from '../../../auth/caller.js'
import { hasRight } from '../../../auth/roles.js'
import { AppError } from '../../../lib/errors.js'
import type { TxContext } from '../../../platform/context.js'
import type { Receipt } from '../receipt.js'
import { authorName } from '../status/author-name.js'
import { isOnlyAuthor } from '../status/timeline-store.js'

/**
 * Requires that the caller may change the bill of a receipt: with a key, with the right to refund, or as its only
 * author. Otherwise a cashier could lower an invoice of the merchant, which is as good as a refund.
 *
 * @throws {AppError} `forbidden`.
 */
export async function requireMayReplace(
  ctx: Pick<TxContext, 'db'>,
  { receipt, by }: { receipt: Receipt; by: Author },
): Promise<void> {
  if ('keyId' in by || hasRight(by.role, 'refunds:write')) return
  const { merchant, id } = receipt
  if (await isOnlyAuthor(ctx.db, { merchant, id, author: authorName(by) })) return
  throw new AppError(
    'forbidden',
    'A receipt with this id was created by another person. Choose another id, or ask an owner or admin to replace it.',
  )
}
