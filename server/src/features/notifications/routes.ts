import { principalOf } from '../../auth/caller.js'
import { session } from '../../auth/guards.js'
import type { Routes } from '../../platform/feature.js'
import { listNotifications, markRead } from './read-notifications.js'
import {
  NotificationQuery,
  Notifications,
  ReadNotifications,
  ReadNotificationsBody,
} from './schemas.js'

/** Notifications that need the attention of staff. */
export const notificationRoutes: Routes = async (app, { ctx }) => {
  const guard = session({ may: 'notifications:read' })

  app.get(
    '/api/notifications',
    {
      config: { outage: 'refuse', guard },
      schema: {
        summary: 'List what needs your attention, newest first',
        description: 'Lists only what your role may see.',
        querystring: NotificationQuery,
        response: { 200: Notifications },
      },
    },
    async (request) => {
      const { query } = request
      const page = await listNotifications(ctx, { by: principalOf(request), query })
      return { ok: true as const, ...page }
    },
  )

  app.post(
    '/api/notifications/read',
    {
      config: { outage: 'refuse', guard, stores: 'little' },
      schema: {
        summary: 'Mark notifications as read',
        description: 'For you alone. Pass either `ids` or `upTo`.',
        body: ReadNotificationsBody,
        response: { 200: ReadNotifications },
      },
    },
    async (request) => {
      const { body } = request
      const unreadCount = await markRead(ctx, { by: principalOf(request), body })
      return { ok: true as const, unreadCount }
    },
  )
}
