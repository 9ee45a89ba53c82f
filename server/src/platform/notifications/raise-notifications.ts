import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../context.js'
import { recordLiveChanges } from '../live-changes/record-live-change.js'
import { type Matter, type NewNotification, notificationRules } from './notification.js'
import {
  insertCheck,
  insertNotifications,
  type NotificationRef,
  resolveOpen,
} from './notification-store.js'

type NotifyContext = Pick<TxContext, 'db' | 'now' | 'newId'>

/** Notifies staff of merchants. A matter that is open is not reported again, only updated. */
export async function raiseNotifications(
  ctx: NotifyContext,
  notifications: readonly NewNotification[],
): Promise<void> {
  if (notifications.length === 0) return
  const createdAt = ctx.now()
  const inserted = await insertNotifications(
    ctx.db,
    notifications.map((notification) => ({
      ...notification,
      id: ctx.newId('ntf'),
      createdAt,
      lasts: notificationRules[notification.kind].lasts,
    })),
  )
  const isNew = (ref: { isNew: boolean }) => ref.isNew
  await tellScreens(ctx, { changed: inserted.filter(isNew), change: 'created' })
  const updated = inserted.filter((ref) => !isNew(ref))
  await tellScreens(ctx, { changed: updated, change: 'updated' })
}

/** Marks the notifications of matters as resolved. Does nothing for those that are not open. */
export async function resolveNotifications(
  ctx: Pick<TxContext, 'db' | 'now'>,
  matters: readonly Matter[],
): Promise<void> {
  if (matters.length === 0) return
  const resolved = await resolveOpen(ctx.db, { matters, resolvedAt: ctx.now() })
  await tellScreens(ctx, { changed: resolved, change: 'updated' })
}

/**
 * Has a job look at a receipt soon, and notify staff if it needs them. Called where money or status
 * of a receipt changed in an unusual way.
 */
export async function requestReceiptCheck(
  { db, wakeups }: Pick<TxContext, 'db'> & Partial<Pick<TxContext, 'wakeups'>>,
  receipt: { merchant: Address; receiptId: string },
): Promise<void> {
  await insertCheck(db, receipt)
  db.afterCommit(() => wakeups?.wake('notification-checks'))
}

async function tellScreens(
  { db }: Pick<TxContext, 'db'>,
  { changed, change }: { changed: readonly NotificationRef[]; change: 'created' | 'updated' },
): Promise<void> {
  for (const merchant of new Set(changed.map((ref) => ref.merchant))) {
    const ids = changed.flatMap((ref) => (ref.merchant === merchant ? [ref.id] : []))
    await recordLiveChanges(db, { merchant, kind: 'notification', ids, change })
  }
}
