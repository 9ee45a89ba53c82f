import { operatorTexts } from '../../core/texts/en-console-operator.js'
import type { ResultOf } from '../api/api-types.js'
import { useFormats } from '../format/use-formats.js'
import { Address } from '../panels/address.js'
import { ConfirmButton } from '../panels/confirm-dialog.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { MoreButton, Rows } from '../panels/rows.js'
import { useAct, useLoad, usePages } from '../panels/use-load.js'
import { Time } from '../parts/time.js'
import { useSession } from '../session/session.js'
import { JournalPanel } from './journal-panel.js'
import { writeDuration } from './write-duration.js'

const texts = operatorTexts.queues

type Queue = ResultOf<'get', '/api/admin/webhooks/queues'>['byHost'][number]
type Failed = ResultOf<'get', '/api/admin/webhooks/failed'>['deliveries'][number]

/** Webhooks that wait or have failed, and writes that wait for the database. */
export function QueuesTab() {
  return (
    <>
      <QueuesPanel />
      <FailedPanel />
      <JournalPanel />
    </>
  )
}

function QueuesPanel() {
  const formats = useFormats()
  const query = useLoad('/api/admin/webhooks/queues', {}, { refreshMs: 5_000 })
  return (
    <Panel title={texts.title}>
      <Loaded query={query}>
        {({ unpublished, queues, failed, byHost }) => (
          <>
            <dl class="fact-grid inset">
              <div class="big">
                <dt>{texts.unpublished}</dt>
                <dd>{formats.count(unpublished)}</dd>
              </div>
              <div class="big">
                <dt>{texts.waiting}</dt>
                <dd>{formats.count(queues)}</dd>
              </div>
              <div class="big">
                <dt>{texts.failedCount}</dt>
                <dd>{formats.count(failed)}</dd>
              </div>
            </dl>
            {byHost.length === 0 ? (
              <p class="soft inset">{texts.noQueues}</p>
            ) : (
              <Rows
                label={texts.title}
                rows={byHost}
                keyOf={({ wallet, host }) => `${wallet} ${host}`}
                columns={queueColumns}
              />
            )}
          </>
        )}
      </Loaded>
    </Panel>
  )
}

const queueColumns = [
  { id: 'host', label: texts.columns.host, cell: ({ host }: Queue) => <b>{host}</b> },
  {
    id: 'merchant',
    label: texts.columns.merchant,
    cell: ({ wallet }: Queue) => <Address value={wallet} />,
  },
  {
    id: 'queues',
    label: texts.columns.queues,
    isEnd: true,
    cell: ({ queues, retrying }: Queue) => (
      <span>
        {queues} {retrying > 0 && <span class="soft">{texts.retrying(retrying)}</span>}
      </span>
    ),
  },
  {
    id: 'overdue',
    label: texts.columns.overdue,
    isEnd: true,
    cell: ({ overdueMs }: Queue) => (overdueMs > 0 ? writeDuration(overdueMs) : ''),
  },
]

function FailedPanel() {
  const { api } = useSession()
  const pages = usePages('/api/admin/webhooks/failed', { limit: 25 }, { refreshMs: 10_000 })
  const rows = pages.data?.pages.flatMap(({ deliveries }) => deliveries) ?? []
  const resend = useAct(
    ({ wallet, deliveryId }: Failed) =>
      api.call('post', '/api/admin/webhooks/failed/retry', { body: { wallet, deliveryId } }),
    {
      done: texts.resent,
      isQuiet: true,
      changes: ['/api/admin/webhooks/failed', '/api/admin/webhooks/queues'],
    },
  )
  return (
    <Panel title={texts.failed} note={texts.failedNote}>
      <Loaded
        query={pages}
        empty={() => (rows.length === 0 ? <p class="soft">{texts.noFailed}</p> : null)}
      >
        {() => (
          <Rows
            label={texts.failed}
            rows={rows}
            keyOf={({ deliveryId }) => deliveryId}
            columns={[
              {
                id: 'url',
                label: texts.columns.host,
                cell: ({ url, event }) => (
                  <span class="two-lines">
                    <b class="wrap">{url}</b>
                    <span class="soft">{event}</span>
                  </span>
                ),
              },
              {
                id: 'merchant',
                label: texts.columns.merchant,
                cell: ({ wallet }) => <Address value={wallet} />,
              },
              {
                id: 'receipt',
                label: texts.columns.receipt,
                cell: ({ receiptId }) => receiptId ?? '',
              },
              {
                id: 'error',
                label: texts.columns.error,
                cell: ({ attempts, lastError, lastHttpStatus }) => (
                  <span class="two-lines">
                    <span>{lastHttpStatus ?? lastError}</span>
                    <span class="soft">{texts.attempts(attempts)}</span>
                  </span>
                ),
              },
              {
                id: 'at',
                label: texts.columns.since,
                isEnd: true,
                cell: ({ createdAt }) => <Time at={createdAt} />,
              },
              {
                id: 'resend',
                label: texts.resend,
                isLabelHidden: true,
                isEnd: true,
                cell: (row) => (
                  <ConfirmButton
                    label={texts.resend}
                    name={texts.resendNamed(row.receiptId ?? row.event)}
                    title={texts.resendTitle}
                    text={texts.resendText(row.url)}
                    onConfirm={() => resend.mutateAsync(row)}
                  />
                ),
              },
            ]}
          />
        )}
      </Loaded>
      <MoreButton pages={pages} />
    </Panel>
  )
}
