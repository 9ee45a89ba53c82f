import { type Static, Type } from 'typebox'
import { integerText } from '../../platform/http/query-schemas.js'
import {
  AnyFields,
  boolean,
  integer,
  namedEnum,
  namedObject,
  okResponse,
  orNull,
  text,
} from '../../platform/http/schemas.js'
import {
  notificationKinds,
  severities,
  subjectKinds,
} from '../../platform/notifications/notification.js'

export const NotificationQuery = Type.Object({
  unread: Type.Optional(text('1: only unread ones')),
  limit: integerText('1 to 100, default 50', { minimum: 1, maximum: 100, default: 50 }),
  cursor: Type.Optional(text('nextCursor of the previous page')),
})
export type NotificationQuery = Static<typeof NotificationQuery>

const Notification = namedObject('Notification', {
  id: Type.String(),
  kind: namedEnum('NotificationKind', notificationKinds, 'See docs/notifications.md'),
  severity: namedEnum('NotificationSeverity', severities),
  params: Type.Unsafe<Record<string, unknown>>({
    ...AnyFields,
    description: 'Ids, amounts and codes for its text, by kind. See docs/notifications.md',
  }),
  at: integer('Unix ms'),
  read: boolean('Whether you have read it'),
  resolvedAt: orNull(
    Type.Integer(),
    'When the state ended, Unix ms; null while it lasts, and for an event',
  ),
  subject: Type.Object({
    kind: namedEnum('NotificationSubject', subjectKinds),
    id: Type.String(),
  }),
})

const unreadCount = integer('How many you have not read, on all pages')

export const Notifications = okResponse('Notifications', {
  notifications: Type.Array(Notification, { description: 'Newest first' }),
  unreadCount,
  nextCursor: orNull(Type.String(), 'The cursor of the next page; null on the last one'),
})

export const ReadNotificationsBody = namedObject('ReadNotificationsBody', {
  ids: Type.Optional(
    Type.Array(Type.String({ maxLength: 64 }), {
      maxItems: 1_000,
      description: 'Unknown ids are ignored',
    }),
  ),
  upTo: Type.Optional(
    Type.String({ maxLength: 64, description: 'This notification and all older ones' }),
  ),
})
export type ReadNotificationsBody = Static<typeof ReadNotificationsBody>

export const ReadNotifications = okResponse('ReadNotifications', { unreadCount })
