import type { PersonId } from '../../auth/person-id.js'
import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'
import { defineColumns } from '../../platform/db/define-columns.js'
import type { NotificationKind } from '../../platform/notifications/notification.js'

/** The person who reads, and what they may see. */
export type Reader = { merchant: Address; person: PersonId; kinds: readonly NotificationKind[] }

export type ListedNotification = {
  id: string
  kind: NotificationKind
  subjectId: string
  params: unknown
  createdAt: UnixMs
  resolvedAt: UnixMs | null
  isRead: boolean
}

/** A position in a list: the notifications created before it follow. */
export type PageStart = { createdAt: UnixMs; id: string }

const isRead = `exists (
  select from notification_reads r
  where r.merchant = n.merchant and r.notification_id = n.id and r.person = $2
)`
const columns = defineColumns<ListedNotification>({
  id: 'text',
  kind: 'text',
  subjectId: 'text',
  params: 'json',
  createdAt: 'time',
  resolvedAt: 'time',
  isRead: { kind: 'boolean', sql: isRead },
})

/** Lists notifications that a person may see, newest first. */
export async function listNotificationPage(
  db: Queryable,
  input: Reader & { onlyUnread: boolean; after: PageStart; limit: number },
): Promise<ListedNotification[]> {
  const { merchant, person, kinds, onlyUnread, after, limit } = input
  return columns.list(
    db,
    `select ${columns.fieldsOf('n')} from notifications n
     where n.merchant = $1 and n.kind = any($3) and (n.created_at, n.id) < ($4, $5)
       and (not $6 or not ${isRead})
     order by n.created_at desc, n.id desc limit $7`,
    [merchant, person, kinds, after.createdAt, after.id, onlyUnread, limit],
  )
}

/** Counts the notifications that a person may see and has not read. */
export async function countUnread(
  db: Queryable,
  { merchant, person, kinds }: Reader,
): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from notifications n
     where n.merchant = $1 and n.kind = any($3) and not ${isRead}`,
    [merchant, person, kinds],
  )
  return rows[0]?.count ?? 0
}

/** Returns the place of a notification, or null if it does not exist. */
export async function findPlace(
  db: Queryable,
  { merchant, id, kinds }: Reader & { id: string },
): Promise<PageStart | null> {
  const placeColumns = columns.pick('createdAt', 'id')
  return placeColumns.find(
    db,
    `select ${placeColumns.fields} from notifications
     where merchant = $1 and id = $2 and kind = any($3)`,
    [merchant, id, kinds],
  )
}

/** Marks notifications as read: those with these ids, or all up to a place. Returns their ids. */
export async function insertReads(
  db: Queryable,
  input: Reader & { ids: readonly string[] | null; upTo: PageStart | null },
): Promise<string[]> {
  const { merchant, person, kinds, ids, upTo } = input
  const { rows } = await db.query<{ notification_id: string }>(
    `insert into notification_reads (merchant, notification_id, person)
     select n.merchant, n.id, $2 from notifications n
     where n.merchant = $1 and n.kind = any($3)
       and ($4::text[] is null or n.id = any($4))
       and ($5::bigint is null or (n.created_at, n.id) <= ($5, $6))
     order by n.id
     on conflict do nothing
     returning notification_id`,
    [merchant, person, kinds, ids, upTo?.createdAt ?? null, upTo?.id ?? null],
  )
  return rows.map((row) => row.notification_id)
}

/** Deletes what people who left the team have read. */
export async function deleteReadsOfFormerMembers(db: Queryable): Promise<number> {
  const { rowCount } = await db.query(
    `delete from notification_reads where not exists (
       select from members
       where members.merchant = notification_reads.merchant
         and members.person = notification_reads.person
     )`,
  )
  return rowCount
}
