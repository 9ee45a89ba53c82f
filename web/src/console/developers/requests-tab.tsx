import { useState } from 'preact/hooks'
import { developerTexts } from '../../core/texts/en-console-developers.js'
import type { ResultOf } from '../api/api-types.js'
import { useFormats } from '../format/use-formats.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { MoreButton, Rows } from '../panels/rows.js'
import { useLoad, usePages } from '../panels/use-load.js'
import { CopyButton } from '../parts/copy-button.js'
import { Field } from '../parts/field.js'
import { Notice } from '../parts/notice.js'
import { Segments } from '../parts/segments.js'
import { Select } from '../parts/select.js'
import { Time } from '../parts/time.js'
import { useConsoleTexts } from '../texts.js'

const texts = developerTexts.requests

type Call = ResultOf<'get', '/api/requests'>['requests'][number]

const statuses = ['', '2xx', '4xx', '5xx'] as const

/** The last calls with the shop's keys, found by status, key or correlation id. */
export function RequestsTab() {
  const formats = useFormats()
  const { states } = useConsoleTexts()
  const [status, setStatus] = useState<(typeof statuses)[number]>('')
  const [keyId, setKeyId] = useState('')
  const [wanted, setWanted] = useState('')
  const keys = useLoad('/api/keys')
  const query = { status, keyId, correlationId: wanted.trim(), limit: 100 }
  const pages = usePages('/api/requests', query, { refreshMs: 10_000 })
  const rows = pages.data?.pages.flatMap(({ requests }) => requests) ?? []
  const isFiltered = status !== '' || keyId !== '' || wanted !== ''
  return (
    <Panel title={texts.title} note={texts.note}>
      <div class="filter-row">
        <Segments
          label={texts.status}
          value={status}
          options={statuses.map((value) => ({ value, label: value || texts.anyStatus }))}
          onChange={(value) => setStatus(value)}
        />
        <Select
          label={texts.key}
          value={keyId}
          options={[
            { value: '', label: texts.anyKey },
            ...(keys.data?.keys ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={setKeyId}
        />
        <Field
          label={texts.find}
          placeholder={texts.findHint}
          type="search"
          value={wanted}
          spellcheck={false}
          onInput={({ currentTarget }) => setWanted(currentTarget.value)}
        />
      </div>
      <Loaded
        query={pages}
        empty={() => {
          if (rows.length > 0) return null
          return isFiltered ? (
            <Notice
              title={texts.noneMatch}
              icon="search"
              action={{
                label: states.clearFilters,
                onClick: () => {
                  setStatus('')
                  setKeyId('')
                  setWanted('')
                },
              }}
            />
          ) : (
            <Notice title={texts.none} text={texts.noneText} />
          )
        }}
      >
        {() => (
          <Rows
            label={texts.title}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                id: 'call',
                label: texts.columns.call,
                cell: (call) => <CallCell call={call} />,
              },
              {
                id: 'status',
                label: texts.columns.status,
                isEnd: true,
                cell: (call) => (
                  <b class={call.status >= 400 ? 'bad-text' : 'good-text'}>{call.status}</b>
                ),
              },
              {
                id: 'time',
                label: texts.columns.time,
                isEnd: true,
                cell: (call) => `${formats.count(Math.round(call.durationMs))} ms`,
              },
              {
                id: 'id',
                label: texts.columns.id,
                cell: ({ correlationId }) => (
                  <span class="address">
                    <code>{correlationId}</code>
                    <CopyButton text={correlationId} label={states.copyCorrelationId} />
                  </span>
                ),
              },
              {
                id: 'at',
                label: texts.columns.at,
                isEnd: true,
                cell: ({ at }) => <Time at={at} />,
              },
            ]}
          />
        )}
      </Loaded>
      <MoreButton pages={pages} />
    </Panel>
  )
}

function CallCell({ call: { method, route, error, sample } }: { call: Call }) {
  return (
    <span class="two-lines">
      <code>
        {method} {route}
      </code>
      {error && <span class="bad-text">{error}</span>}
      {sample && (
        <details>
          <summary>{texts.sample}</summary>
          <pre class="code">{JSON.stringify(sample, null, 2)}</pre>
        </details>
      )}
    </span>
  )
}
