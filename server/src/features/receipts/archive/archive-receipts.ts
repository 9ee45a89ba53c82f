import type { Author } from '../../../auth/caller.js'
import { AppError, invalidInput } from '../../../lib/errors.js'
import { type Context, inTransaction, type TxContext } from '../../../platform/context.js'
import { recordChange } from '../../audit/record-change.js'
import { lockArchivable, updateArchivedAt } from '../store.js'

const maxIds = 500

/** In characters of JSON. Longer audit entries would lose their ids. */
const maxAuditedLength = 3_500

/**
 * Archives receipts or brings them back into lists, all or none of them. Returns how many changed.
 *
 * @throws {AppError} `invalid_input`; `not_found` with the unknown ids.
 */
export async function archiveReceipts(
  ctx: Context,
  { by, ids, isArchived }: { by: Author; ids: readonly string[]; isArchived: boolean },
): Promise<number> {
  const distinctIds = [...new Set(ids)]
  if (distinctIds.length === 0 || ids.length > maxIds) {
    throw invalidInput(`ids must have 1 to ${maxIds} receipt ids.`)
  }
  const { merchant } = by
  return inTransaction(ctx, async (inTx) => {
    const receipts = await lockArchivable(inTx.db, { merchant, ids: distinctIds })
    requireAll(
      distinctIds,
      receipts.map(({ id }) => id),
    )
    const changedIds = receipts
      .filter(({ archivedAt }) => (archivedAt !== null) !== isArchived)
      .map(({ id }) => id)
    if (changedIds.length === 0) return 0
    const archivedAt = isArchived ? ctx.now() : null
    await updateArchivedAt(inTx.db, { merchant, ids: changedIds, archivedAt })
    await recordArchived(inTx, { by, ids: changedIds, isArchived })
    return changedIds.length
  })
}

function requireAll(wantedIds: readonly string[], foundIds: readonly string[]): void {
  const existingIds = new Set(foundIds)
  const unknownIds = wantedIds.filter((id) => !existingIds.has(id))
  if (unknownIds.length === 0) return
  throw new AppError(
    'not_found',
    `${unknownIds.length} of these ids belong to no receipt, so nothing was changed. Remove the ids in unknownIds.`,
    { fields: { unknownIds } },
  )
}

async function recordArchived(
  ctx: TxContext,
  { by, ids, isArchived }: { by: Author; ids: readonly string[]; isArchived: boolean },
): Promise<void> {
  const action = isArchived ? 'receipts.archived' : 'receipts.restored'
  for (const receiptIds of chunkByLength(ids)) {
    const target = receiptIds[0] ?? ''
    await recordChange(ctx, { by, action, target, before: null, after: { receiptIds } })
  }
}

function chunkByLength(ids: readonly string[]): string[][] {
  const chunks: string[][] = []
  let length = maxAuditedLength
  for (const id of ids) {
    const idLength = JSON.stringify(id).length + 1
    length += idLength
    if (length > maxAuditedLength) {
      chunks.push([])
      length = idLength
    }
    chunks.at(-1)?.push(id)
  }
  return chunks
}
