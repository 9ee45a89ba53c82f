import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { developerTexts } from '../../core/texts/en-console-developers.js'
import type { ResultOf } from '../api/api-types.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { Rows } from '../panels/rows.js'
import { useLoad } from '../panels/use-load.js'
import { CopyButton } from '../parts/copy-button.js'
import { Notice } from '../parts/notice.js'
import { Time } from '../parts/time.js'

const texts = developerTexts.events

type Event = ResultOf<'get', '/api/events'>['events'][number]

const pageSize = 50

/** The feed of events, page by page, as a program reads it. */
export function EventsTab() {
  const [after, setAfter] = useState<string | null>(null)
  const query = useLoad('/api/events', {
    query: { limit: pageSize, ...(after !== null && { after }) },
  })
  return (
    <Panel title={texts.title} note={texts.note}>
      <Loaded
        query={query}
        empty={({ events }) =>
          events.length === 0 && after === null ? (
            <Notice title={texts.none} text={texts.noneText} />
          ) : null
        }
      >
        {({ events, nextCursor }) => (
          <>
            {events.length === 0 ? (
              <p class="soft">{texts.end}</p>
            ) : (
              <Rows
                label={texts.title}
                rows={events}
                keyOf={({ id }) => id}
                columns={eventColumns}
              />
            )}
            <div class="row spread">
              <span class="soft row">
                {texts.cursor} <code>{nextCursor}</code>
                <CopyButton text={nextCursor} label={texts.cursor} />
              </span>
              <span class="row">
                {after !== null && (
                  <button type="button" class="button" onClick={() => setAfter(null)}>
                    {texts.first}
                  </button>
                )}
                {events.length > 0 && (
                  <button type="button" class="button" onClick={() => setAfter(nextCursor)}>
                    {texts.next}
                  </button>
                )}
              </span>
            </div>
          </>
        )}
      </Loaded>
    </Panel>
  )
}

const eventColumns = [
  {
    id: 'event',
    label: texts.columns.event,
    cell: ({ event, id }: Event) => <code title={id}>{event}</code>,
  },
  {
    id: 'subject',
    label: texts.columns.subject,
    cell: ({ receiptId, subscriptionId }: Event) =>
      receiptId ? (
        <Link href={`/receipts/${encodeURIComponent(receiptId)}`}>{receiptId}</Link>
      ) : (
        <code>{subscriptionId ?? ''}</code>
      ),
  },
  {
    id: 'status',
    label: texts.columns.status,
    cell: ({ previousStatus, status }: Event) =>
      previousStatus ? `${previousStatus} → ${status ?? ''}` : (status ?? ''),
  },
  {
    id: 'at',
    label: texts.columns.at,
    isEnd: true,
    cell: ({ createdAt }: Event) => <Time at={createdAt} />,
  },
]
