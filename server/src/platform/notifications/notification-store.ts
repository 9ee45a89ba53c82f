import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import { valuesOf } from '../db/columns.js'
import type { Queryable } from '../db/db.js'
import type { Matter, NewNotification, NotificationKind } from './notification.js'

export type NotificationRef = { merchant: Address; id: string }

/**
 * Inserts notifications. One of a matter that is open gets the new parameters instead. Returns those
 * that are new or changed.
 */
export async function insertNotifications(
  db: Queryable,
  notifications: readonly (NewNotification & { id: string; createdAt: UnixMs; lasts: boolean })[],
): Promise<(NotificationRef & { isNew: boolean })[]> {
  const { rows } = await db.query<NotificationRef & { isNew: boolean }>(
    `insert into notifications (merchant, id, kind, subject_id, params, open_key, created_at)
     select merchant, id, kind, subject_id, params, case when lasts then subject_id end, created_at
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::jsonb[], $6::boolean[], $7::bigint[])
       as given (merchant, id, kind, subject_id, params, lasts, created_at)
     -- First, because a conflict would lock the row, for which other workers would wait.
     where not (lasts and exists (
       select from notifications n
       where n.merchant = given.merchant and n.kind = given.kind and n.open_key = given.subject_id
         and n.params = given.params
     ))
     order by merchant, kind, subject_id
     on conflict (merchant, kind, open_key) where open_key is not null
     do update set params = excluded.params
     returning merchant, id, xmax = 0 as "isNew"`,
    [
      ...valuesOf(notifications, ['merchant', 'id', 'kind', 'subjectId']),
      notifications.map(({ params }) => JSON.stringify(params)),
      ...valuesOf(notifications, ['lasts', 'createdAt']),
    ],
  )
  return rows
}

/** Ends open matters. Returns the notifications that reported them. */
export async function resolveOpen(
  db: Queryable,
  { matters, resolvedAt }: { matters: readonly Matter[]; resolvedAt: UnixMs },
): Promise<NotificationRef[]> {
  const { rows } = await db.query<NotificationRef>(
    `with resolved as (
       select n.merchant, n.id from unnest($1::text[], $2::text[], $3::text[])
         as given (merchant, kind, subject_id)
       join notifications n on n.merchant = given.merchant and n.kind = given.kind
         and n.open_key = given.subject_id
       order by n.merchant, n.kind, n.subject_id for update of n
     )
     update notifications n set open_key = null, resolved_at = $4
     from resolved where n.merchant = resolved.merchant and n.id = resolved.id
     returning n.merchant, n.id`,
    [...valuesOf(matters, ['merchant', 'kind', 'subjectId']), resolvedAt],
  )
  return rows
}

/** Queues a receipt whose notifications may have to change. */
export async function insertCheck(
  db: Queryable,
  { merchant, receiptId }: { merchant: Address; receiptId: string },
): Promise<void> {
  await db.query('insert into notification_checks (merchant, receipt_id) values ($1, $2)', [
    merchant,
    receiptId,
  ])
}

/** Removes and returns the oldest queued receipts. A receipt may occur more than once. */
export async function takeChecks(
  db: Queryable,
  limit: number,
): Promise<{ merchant: Address; receiptId: string }[]> {
  const { rows } = await db.query<{ merchant: Address; receiptId: string }>(
    `delete from notification_checks
     where seq = any (array(select seq from notification_checks order by seq limit $1))
     returning merchant, receipt_id as "receiptId"`,
    [limit],
  )
  return rows
}

type OpenPlace = { merchant: string; subjectId: string }
type OpenRow = { merchant: Address; kind: NotificationKind; open_key: string }

/** Lists the open matters of a kind, of all merchants, after a place. */
export async function listOpen(
  db: Queryable,
  { kind, after, limit }: { kind: NotificationKind; after: OpenPlace; limit: number },
): Promise<Matter[]> {
  const { rows } = await db.query<OpenRow>(
    `select merchant, kind, open_key from notifications
     where kind = $1 and open_key is not null and (merchant, open_key) > ($2, $3)
     order by merchant, open_key limit $4`,
    [kind, after.merchant, after.subjectId, limit],
  )
  return rows.map(({ open_key: subjectId, ...matter }) => ({ ...matter, subjectId }))
}

/** Lists the open matters of a kind that were reported before a time. */
export async function listOpenBefore(
  db: Queryable,
  { kind, before }: { kind: NotificationKind; before: UnixMs },
): Promise<Matter[]> {
  const { rows } = await db.query<OpenRow>(
    `select merchant, kind, open_key from notifications
     where kind = $1 and open_key is not null and created_at < $2
     order by merchant, open_key limit 10000`,
    [kind, before],
  )
  return rows.map(({ open_key: subjectId, ...matter }) => ({ ...matter, subjectId }))
}

/** Deletes a batch of notifications from before a time and returns their number. */
export async function deleteNotificationsBefore(
  db: Queryable,
  { before, limit }: { before: UnixMs; limit: number },
): Promise<number> {
  const { rowCount } = await db.query(
    `delete from notifications where (merchant, id) in (
       select merchant, id from notifications where created_at < $1 order by created_at limit $2
     )`,
    [before, limit],
  )
  return rowCount
}

/** Deletes what merchants have beyond a number: what is resolved first, then the oldest. */
export async function deleteNotificationsBeyond(db: Queryable, max: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from notifications where (merchant, id) in (
       select full_merchants.merchant, listed.id from (
         select merchant from notifications group by merchant having count(*) > $1
       ) as full_merchants cross join lateral (
         select n.id from notifications n where n.merchant = full_merchants.merchant
         order by n.open_key is null, n.created_at desc, n.id desc offset $1
       ) as listed
     )`,
    [max],
  )
  return rowCount
}

/** Deletes the notifications of a merchant, and the receipts queued for them. */
export async function deleteNotificationsOf(db: Queryable, merchant: Address): Promise<void> {
  await db.query('delete from notification_checks where merchant = $1', [merchant])
  await db.query('delete from notifications where merchant = $1', [merchant])
}
