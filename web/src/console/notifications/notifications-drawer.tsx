import { useState } from 'preact/hooks'
import { useFormats } from '../format/use-formats.js'
import { Dialog } from '../parts/dialog.js'
import { Notice } from '../parts/notice.js'
import { ProblemText } from '../parts/problem.js'
import { Segments } from '../parts/segments.js'
import { SkeletonText } from '../parts/skeleton.js'
import { Failed } from '../parts/states.js'
import { TaskRow } from '../parts/task-row.js'
import { Time } from '../parts/time.js'
import type { Screen } from '../screen.js'
import { useConsoleTexts } from '../texts.js'
import { describeNotification, linkOf, type Notification } from './describe-notification.js'
import { useAllNotifications, useMarkRead } from './use-notifications.js'
import './notifications.css'

type NotificationsDrawerProps = { screens: readonly Screen[]; onClose(): void }

/** The notifications, newest first. Opening one marks it as read. */
export function NotificationsDrawer({ screens, onClose }: NotificationsDrawerProps) {
  const { notifications: texts, screens: names } = useConsoleTexts()
  const formats = useFormats()
  const [isUnreadOnly, setUnreadOnly] = useState(false)
  const list = useAllNotifications(isUnreadOnly)
  const mark = useMarkRead()
  const rows = list.data?.pages.flatMap(({ notifications }) => notifications) ?? []
  const unreadCount = list.data?.pages[0]?.unreadCount ?? 0
  const [newest] = rows
  return (
    <Dialog
      kind="drawer"
      title={names.notifications}
      status={
        unreadCount > 0 && <span class="soft">{texts.unread(formats.count(unreadCount))}</span>
      }
      onClose={onClose}
    >
      <div class="notifications-head">
        <Segments
          label={texts.label}
          options={[
            { value: 'all', label: texts.all },
            { value: 'unread', label: texts.onlyUnread },
          ]}
          value={isUnreadOnly ? 'unread' : 'all'}
          onChange={(value) => setUnreadOnly(value === 'unread')}
        />
        <button
          type="button"
          class="button quiet"
          disabled={unreadCount === 0 || !newest || mark.isPending}
          onClick={() => newest && mark.mutate({ upTo: newest.id })}
        >
          {texts.readAll}
        </button>
      </div>
      {mark.isError && (
        <p class="notifications-note bad-text" role="alert">
          <ProblemText before={texts.notMarked} error={mark.error} />
        </p>
      )}
      {list.isError && rows.length === 0 && (
        <Failed error={list.error} title={texts.failed} onRetry={() => void list.refetch()} />
      )}
      {list.isPending && (
        <div class="notifications-note">
          <SkeletonText lines={8} />
        </div>
      )}
      {list.isSuccess && rows.length === 0 && (
        <Notice
          title={isUnreadOnly ? texts.noneUnread : texts.empty}
          text={texts.emptyText}
          icon="bell"
        />
      )}
      <ul class="task-list">
        {rows.map((notification) => (
          <NotificationRow
            key={notification.id}
            notification={notification}
            href={linkOf(notification, screens)}
            onOpen={() => {
              if (!notification.read) mark.mutate({ ids: [notification.id] })
              onClose()
            }}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <p class="notifications-note">
          <button
            type="button"
            class="button"
            disabled={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {texts.more}
          </button>
        </p>
      )}
    </Dialog>
  )
}

type NotificationRowProps = { notification: Notification; href: string | null; onOpen(): void }

function NotificationRow({ notification, href, onOpen }: NotificationRowProps) {
  const { notifications: texts, roles } = useConsoleTexts()
  const formats = useFormats()
  const { at, read, resolvedAt } = notification
  const money = (usd: number) => formats.money(usd, 'USD')
  const { title, text, icon, tone } = describeNotification(notification, { texts, roles, money })
  return (
    <li class={read ? 'is-read' : ''}>
      <TaskRow
        title={title}
        icon={resolvedAt === null ? icon : 'good'}
        tone={resolvedAt === null ? tone : 'good'}
        href={href}
        onOpen={onOpen}
        text={
          <>
            {text}
            <span class="notification-time">
              {!read && <b>{texts.isNew}</b>}
              <Time at={at} />
              {resolvedAt !== null && <span>{texts.solved(formats.dateTime(resolvedAt))}</span>}
            </span>
          </>
        }
      />
    </li>
  )
}
