import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import { toTime } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'

export type Comment = {
  id: string
  text: string
  /** The id of a person or of a developer key. */
  madeBy: string
  createdAt: UnixMs
}

type CommentedReceipt = { merchant: Address; receiptId: string }

type CommentRow = {
  receipt_id: string
  id: string
  text: string
  made_by: string
  created_at: string
}

/** Returns the comments on receipts with the ids of their receipts, oldest first. */
export async function listComments(
  db: Queryable,
  { merchant, receiptIds }: { merchant: Address; receiptIds: readonly string[] },
): Promise<(Comment & { receiptId: string })[]> {
  const { rows } = await db.query<CommentRow>(
    `select receipt_id, id, text, made_by, created_at from receipt_comments
     where merchant = $1 and receipt_id = any($2) order by created_at, id`,
    [merchant, receiptIds],
  )
  return rows.map((row) => ({ receiptId: row.receipt_id, ...toComment(row) }))
}

export async function insertComment(
  db: Queryable,
  { merchant, receiptId, comment }: CommentedReceipt & { comment: Comment },
): Promise<void> {
  const { id, text, madeBy, createdAt } = comment
  await db.query(
    `insert into receipt_comments (merchant, receipt_id, id, text, made_by, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [merchant, receiptId, id, text, madeBy, createdAt],
  )
}

/** Returns a comment and locks it until the transaction ends. */
export async function findCommentForUpdate(
  db: Queryable,
  { merchant, receiptId, id }: CommentedReceipt & { id: string },
): Promise<Comment | null> {
  const { rows } = await db.query<CommentRow>(
    `select receipt_id, id, text, made_by, created_at from receipt_comments
     where merchant = $1 and receipt_id = $2 and id = $3 for update`,
    [merchant, receiptId, id],
  )
  return rows[0] ? toComment(rows[0]) : null
}

export async function deleteComment(
  db: Queryable,
  { merchant, receiptId, id }: CommentedReceipt & { id: string },
): Promise<void> {
  await db.query(
    'delete from receipt_comments where merchant = $1 and receipt_id = $2 and id = $3',
    [merchant, receiptId, id],
  )
}

/** Deletes all comments on receipts, and returns how many there were. */
export async function deleteCommentsOf(
  db: Queryable,
  { merchant, receiptIds }: { merchant: Address; receiptIds: readonly string[] },
): Promise<number> {
  const { rowCount } = await db.query(
    'delete from receipt_comments where merchant = $1 and receipt_id = any($2)',
    [merchant, receiptIds],
  )
  return rowCount
}

function toComment({ id, text, made_by, created_at }: CommentRow): Comment {
  return { id, text, madeBy: made_by, createdAt: toTime(created_at) }
}
