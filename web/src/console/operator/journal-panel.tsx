import { operatorTexts } from '../../core/texts/en-console-operator.js'
import { useFormats } from '../format/use-formats.js'
import { ConfirmButton } from '../panels/confirm-dialog.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { MoreButton, Rows } from '../panels/rows.js'
import { useAct, useLoad, usePages } from '../panels/use-load.js'
import { Time } from '../parts/time.js'
import { useSession } from '../session/session.js'

const texts = operatorTexts.queues

/** The journal of this process, and the records that conflict with the database. */
export function JournalPanel() {
  const formats = useFormats()
  const { api } = useSession()
  const journal = useLoad('/api/admin/journal', {}, { refreshMs: 5_000 })
  const pages = usePages('/api/admin/journal/quarantine', { limit: 25 })
  const rows = pages.data?.pages.flatMap(({ records }) => records) ?? []
  const retry = useAct(
    (id: string) => api.call('post', '/api/admin/journal/quarantine/retry', { body: { id } }),
    {
      done: texts.replayed,
      isQuiet: true,
      changes: ['/api/admin/journal', '/api/admin/journal/quarantine'],
    },
  )
  return (
    <Panel title={texts.journal} note={texts.journalNote}>
      <Loaded query={journal}>
        {({ isFailing, records, quarantined }) => (
          <>
            {isFailing && <p class="problem-box">{texts.journalFailing}</p>}
            <dl class="fact-grid">
              <div class="big">
                <dt>{texts.records}</dt>
                <dd>{formats.count(records)}</dd>
              </div>
              <div class="big">
                <dt>{texts.quarantined}</dt>
                <dd>{formats.count(quarantined)}</dd>
              </div>
            </dl>
          </>
        )}
      </Loaded>
      {rows.length > 0 && (
        <Rows
          label={texts.quarantined}
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            {
              id: 'reason',
              label: texts.columns.reason,
              cell: ({ kind, reason }) => (
                <span class="two-lines">
                  <b>{kind}</b>
                  <span class="soft">{reason}</span>
                </span>
              ),
            },
            {
              id: 'at',
              label: texts.columns.since,
              isEnd: true,
              cell: ({ quarantinedAt }) => <Time at={quarantinedAt} />,
            },
            {
              id: 'retry',
              label: texts.retryRecord,
              isLabelHidden: true,
              isEnd: true,
              cell: ({ id }) => (
                <ConfirmButton
                  label={texts.retryRecord}
                  title={texts.retryRecordTitle}
                  text={texts.retryRecordText}
                  onConfirm={() => retry.mutateAsync(id)}
                />
              ),
            },
          ]}
        />
      )}
      <MoreButton pages={pages} />
    </Panel>
  )
}
