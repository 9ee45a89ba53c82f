import { useState } from 'preact/hooks'
import { teamTexts } from '../../core/texts/en-console-team.js'
import type { ResultOf } from '../api/api-types.js'
import { shorten } from '../panels/address.js'
import { Loaded } from '../panels/loaded.js'
import { Page, Panel } from '../panels/page.js'
import { MoreButton, Rows } from '../panels/rows.js'
import { useAct, usePages } from '../panels/use-load.js'
import { Field } from '../parts/field.js'
import { Icon } from '../parts/icon.js'
import { Notice } from '../parts/notice.js'
import { Time } from '../parts/time.js'
import { showToast } from '../parts/toast.js'
import { useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'

const texts = teamTexts.audit

type Entry = ResultOf<'get', '/api/audit'>['entries'][number]

/** The audit log: each change with its author, time and device, and the state before and after. */
export function Screen() {
  const consoleTexts = useConsoleTexts()
  const [action, setAction] = useState('')
  const pages = usePages('/api/audit', { action: action.trim(), limit: 50 })
  const rows = pages.data?.pages.flatMap(({ entries }) => entries) ?? []
  return (
    <Page title={consoleTexts.screens.audit} docs="access" actions={<AuditActions />}>
      <Panel title={texts.title} note={texts.note}>
        <div class="filter-row">
          <Field
            label={texts.action}
            placeholder={texts.actionHint}
            type="search"
            value={action}
            maxLength={64}
            spellcheck={false}
            onInput={({ currentTarget }) => setAction(currentTarget.value)}
          />
        </div>
        <Loaded
          query={pages}
          empty={() =>
            rows.length === 0 ? (
              <Notice title={action === '' ? texts.none : texts.noneMatch} icon="search" />
            ) : null
          }
        >
          {() => (
            <Rows
              label={texts.title}
              rows={rows}
              keyOf={({ seq }) => String(seq)}
              columns={auditColumns}
            />
          )}
        </Loaded>
        <MoreButton pages={pages} />
      </Panel>
    </Page>
  )
}

const auditColumns = [
  {
    id: 'action',
    label: texts.columns.action,
    cell: (entry: Entry) => (
      <span class="two-lines">
        <b>{entry.action}</b>
        <details>
          <summary>{texts.details}</summary>
          <EntryFacts entry={entry} />
        </details>
      </span>
    ),
  },
  {
    id: 'target',
    label: texts.columns.target,
    cell: ({ target }: Entry) => <code title={target}>{shorten(target)}</code>,
  },
  {
    id: 'actor',
    label: texts.columns.actor,
    cell: ({ actor, role, device }: Entry) => (
      <span class="two-lines">
        <code title={actor}>{shorten(actor)}</code>
        <span class="soft">
          {role} {device !== null && texts.device(device)}
        </span>
      </span>
    ),
  },
  {
    id: 'at',
    label: texts.columns.at,
    isEnd: true,
    cell: ({ at }: Entry) => <Time at={at} />,
  },
]

function EntryFacts({ entry: { seq, before, after, correlationId, hash } }: { entry: Entry }) {
  const { states } = useConsoleTexts()
  return (
    <div class="stack audit-facts">
      {before && (
        <>
          <span class="soft">{texts.before}</span>
          <pre class="code">{JSON.stringify(before, null, 2)}</pre>
        </>
      )}
      {after && (
        <>
          <span class="soft">{texts.after}</span>
          <pre class="code">{JSON.stringify(after, null, 2)}</pre>
        </>
      )}
      <span class="soft">
        {texts.seq(seq)}, {states.correlationId} <code>{correlationId}</code>
      </span>
      <span class="soft">
        {texts.hash} <code class="wrap">{hash}</code>
      </span>
    </div>
  )
}

/** Exports the whole log, or lets the service recompute its hashes. */
function AuditActions() {
  const { api } = useSession()
  const readAll = async () => {
    const all: Entry[] = []
    let cursor: string | null = null
    do {
      const page: ResultOf<'get', '/api/audit'> = await api.call('get', '/api/audit', {
        query: { limit: 100, ...(cursor !== null && { cursor }) },
      })
      all.push(...page.entries)
      cursor = page.nextCursor
    } while (cursor !== null)
    return all
  }
  const save = useAct(readAll, {
    done: null,
    onDone: (entries) => {
      const blob = new Blob([JSON.stringify(entries, null, 2)], { type: 'application/json' })
      const link = document.createElement('a')
      link.href = URL.createObjectURL(blob)
      link.download = 'audit.json'
      link.click()
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
      showToast({ kind: 'good', text: texts.exported(entries.length) })
    },
  })
  const verify = useAct(() => api.call('get', '/api/audit/verification'), {
    done: null,
    onDone: ({ entries, problem }) => {
      const text = problem === null ? texts.verified(entries) : texts.broken(problem)
      showToast({ kind: problem === null ? 'good' : 'bad', text })
    },
  })
  return (
    <>
      <button
        type="button"
        class="button"
        disabled={verify.isPending}
        onClick={() => verify.mutate(undefined)}
      >
        {texts.verify}
      </button>
      <button
        type="button"
        class="button"
        disabled={save.isPending}
        onClick={() => save.mutate(undefined)}
      >
        <Icon name="download" />
        {texts.export}
      </button>
    </>
  )
}
