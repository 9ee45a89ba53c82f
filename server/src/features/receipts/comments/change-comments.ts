import type { Author } from '../../../auth/caller.js'
import { type PersonId, showPerson } from '../../../auth/person-id.js'
import { hasRight, missingRight } from '../../../auth/roles.js'
import { AppError, invalidInput } from '../../../lib/errors.js'
import { displayText } from '../../../lib/fields/field-rules.js'
import { type Context, inTransaction } from '../../../platform/context.js'
import { recordLiveChange } from '../../../platform/live-changes/record-live-change.js'
import { recordChange } from '../../audit/record-change.js'
import { lockReceipt, noSuchReceipt } from '../read/get-receipt.js'
import {
  type Comment,
  deleteComment,
  findCommentForUpdate,
  insertComment,
  listComments,
} from './comment-store.js'

const maxComments = 100
const readText = displayText({ maxLength: 2_000, isRequired: true })

/**
 * Adds a comment to a receipt. A repeated request with the same id returns the first comment. The
 * audit log has no text, because comments can be erased and its entries cannot.
 *
 * @throws {AppError} `invalid_input`, also when the receipt has 100 comments; `not_found`.
 */
export async function addComment(
  ctx: Context,
  { by, receiptId, id, text }: { by: Author; receiptId: string; id: string; text: string },
): Promise<Comment> {
  const { merchant } = by
  const read = readText(text)
  if ('problem' in read) throw invalidInput(`text ${read.problem}.`)
  return inTransaction(ctx, async (inTx) => {
    // Erasing a buyer's data locks the receipt too, so it erases this comment or precedes it.
    if (!(await lockReceipt(inTx, { merchant, id: receiptId }))) throw noSuchReceipt()
    const comments = await listComments(inTx.db, { merchant, receiptIds: [receiptId] })
    const repeated = comments.find((comment) => comment.id === id)
    if (repeated) return repeated
    if (comments.length >= maxComments) {
      throw invalidInput(
        `A receipt has at most ${maxComments} comments. Delete a comment of this receipt first.`,
      )
    }
    const comment = { id, text: read.value, madeBy: authorId(by), createdAt: ctx.now() }
    await insertComment(inTx.db, { merchant, receiptId, comment })
    await recordLiveChange(inTx.db, { merchant, kind: 'receipt', id: receiptId })
    const after = { receiptId }
    await recordChange(inTx, { by, action: 'comment.created', target: id, before: null, after })
    return comment
  })
}

/**
 * Deletes a comment. Its author may do this, and members with the right `comments:delete`.
 *
 * @throws {AppError} `not_found`, `forbidden`.
 */
export async function removeComment(
  ctx: Context,
  { by, receiptId, id }: { by: Author; receiptId: string; id: string },
): Promise<void> {
  const { merchant } = by
  await inTransaction(ctx, async (inTx) => {
    const comment = await findCommentForUpdate(inTx.db, { merchant, receiptId, id })
    if (!comment) throw new AppError('not_found', 'No comment of this receipt has this id.')
    if (comment.madeBy !== authorId(by)) requireManager(by)
    await deleteComment(inTx.db, { merchant, receiptId, id })
    await recordLiveChange(inTx.db, { merchant, kind: 'receipt', id: receiptId })
    const before = { receiptId, by: showAuthor(comment.madeBy) }
    await recordChange(inTx, { by, action: 'comment.deleted', target: id, before, after: null })
  })
}

function requireManager(by: Author): void {
  if ('keyId' in by) {
    throw new AppError('forbidden', 'A key can delete only the comments that it created.')
  }
  if (!hasRight(by.role, 'comments:delete')) throw missingRight(by.role, 'comments:delete')
}

/** Returns the id of the author of a comment as responses show it. */
export function showAuthor(madeBy: string): string {
  return madeBy.startsWith('key_') ? madeBy : showPerson(madeBy as PersonId)
}

function authorId(by: Author): string {
  return 'keyId' in by ? by.keyId : by.person
}
