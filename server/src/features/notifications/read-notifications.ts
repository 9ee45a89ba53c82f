import type { Principal } from '../../auth/caller.js'
import { hasRight, type Right, type Role } from '../../auth/roles.js'
import { AppError, invalidInput } from '../../lib/errors.js'
import { unixMs } from '../../lib/time.js'
import { type Context, inTransaction, type TxContext } from '../../platform/context.js'
import { invalidCursor, readChoice, readWhole } from '../../platform/http/read-query.js'
import { recordLiveChanges } from '../../platform/live-changes/record-live-change.js'
import {
  type NotificationKind,
  notificationKinds,
  notificationRules,
} from '../../platform/notifications/notification.js'
import {
  countUnread,
  findPlace,
  insertReads,
  type ListedNotification,
  listNotificationPage,
  type PageStart,
} from './notification-list-store.js'
import type { NotificationQuery, ReadNotificationsBody } from './schemas.js'

/** The right that shows the subject of a notification. */
const rightOf: Readonly<Record<NotificationKind, Right>> = {
  refund_requested: 'receipts:read',
  payment_mismatch: 'receipts:read',
  oversold: 'receipts:read',
  card_payment_blocked: 'receipts:read',
  webhook_failing: 'receipts:read',
  payouts_overdue: 'split:read',
  subscription_charge_failed: 'subscriptions:read',
  low_stock: 'inventory:read',
  limit_reached: 'keys:manage',
  device_paired: 'registers:manage',
  member_joined: 'members:read',
}

/** Later than any notification. */
const beginning: PageStart = { createdAt: unixMs(Number.MAX_SAFE_INTEGER), id: '' }

/**
 * Returns a page of the notifications that a person may see, newest first, the cursor of the next
 * page, and how many are unread.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function listNotifications(
  ctx: Pick<TxContext, 'db'>,
  { by, query }: { by: Principal; query: NotificationQuery },
) {
  const { merchant, person, role } = by
  const reader = { merchant, person, kinds: listVisibleKinds(role) }
  const limit = readWhole('limit', query.limit, { min: 1, max: 100, fallback: 50 })
  // One more than shown tells whether another page follows.
  const notifications = await listNotificationPage(ctx.db, {
    ...reader,
    onlyUnread: readChoice('unread', query.unread, ['0', '1']) === '1',
    after: query.cursor ? readCursor(query.cursor) : beginning,
    limit: limit + 1,
  })
  const page = notifications.slice(0, limit)
  const last = notifications.length > limit ? page.at(-1) : undefined
  return {
    notifications: page.map(describeNotification),
    unreadCount: await countUnread(ctx.db, reader),
    nextCursor: last ? `${last.createdAt}.${last.id}` : null,
  }
}

/**
 * Marks notifications as read for a person, and returns how many remain unread. It is no change of
 * the shop, so the audit log has no entry for it.
 *
 * @throws {AppError} `invalid_input`, `not_found`.
 */
export async function markRead(
  ctx: Context,
  { by, body }: { by: Principal; body: ReadNotificationsBody },
): Promise<number> {
  const { merchant, person, role } = by
  const { ids, upTo } = requireOne(body)
  const reader = { merchant, person, kinds: listVisibleKinds(role) }
  return inTransaction(ctx, async ({ db }) => {
    const place = upTo === undefined ? null : await findPlace(db, { ...reader, id: upTo })
    if (upTo !== undefined && !place) {
      throw new AppError('not_found', 'No notification has the id in upTo.')
    }
    const changed = await insertReads(db, { ...reader, ids: ids ?? null, upTo: place })
    if (changed.length > 0) {
      // Other screens of the same person show it as read.
      await recordLiveChanges(db, { merchant, kind: 'notification', ids: changed, person })
    }
    return countUnread(db, reader)
  })
}

/** Lists the kinds that a role sees. */
function listVisibleKinds(role: Role): NotificationKind[] {
  return notificationKinds.filter((kind) => hasRight(role, rightOf[kind]))
}

function describeNotification(notification: ListedNotification) {
  const { id, kind, params, createdAt, isRead, resolvedAt, subjectId } = notification
  const { severity, subject } = notificationRules[kind]
  return {
    id,
    kind,
    severity,
    params: params as Record<string, unknown>,
    at: createdAt,
    read: isRead,
    resolvedAt,
    subject: { kind: subject, id: subjectId },
  }
}

function readCursor(text: string): PageStart {
  const [, createdAt = '', id = ''] = /^(\d{1,15})\.(ntf_[0-9a-z]{1,40})$/.exec(text) ?? []
  if (createdAt === '') throw invalidCursor()
  return { createdAt: unixMs(Number(createdAt)), id }
}

function requireOne(body: ReadNotificationsBody): ReadNotificationsBody {
  if ((body.ids === undefined) !== (body.upTo === undefined)) return body
  throw invalidInput('Pass either ids or upTo.')
}
