import { useState } from 'preact/hooks'
import { Link } from 'wouter-preact'
import { planTexts as texts } from '../../core/texts/en-console-plan.js'
import type { ResultOf } from '../api/api-types.js'
import { useFormats } from '../format/use-formats.js'
import { Panel } from '../panels/page.js'
import { Rows } from '../panels/rows.js'
import { Field } from '../parts/field.js'
import { Notice } from '../parts/notice.js'
import { Pill } from '../parts/pill.js'
import { Segments } from '../parts/segments.js'

export type Limits = ResultOf<'get', '/api/billing/limits'>
type Limit = Limits['limits'][number]

const choices = ['used', 'set', 'all'] as const

/** The screens that list what a limit counts. */
const lists: Readonly<Record<string, string>> = {
  keys: '/developers',
  webhooks: '/developers/webhooks',
  members: '/team',
  registers: '/team/registers',
  cashiers: '/team/registers',
  devices: '/team/registers',
  plans: '/subscriptions/plans',
  reports: '/reports',
  'reserve-reads': '/reserve',
  notifications: '/',
}

/** The limits of the shop: those in use first, then all that there are. */
export function LimitsTable({ limits }: { limits: readonly Limit[] }) {
  const formats = useFormats()
  const [choice, setChoice] = useState<(typeof choices)[number]>('used')
  const [wanted, setWanted] = useState('')
  const set = limits.filter(({ isSet }) => isSet)
  const listed = { used: limits.filter(({ used }) => (used ?? 0) > 0), set, all: limits }
  const text = wanted.trim().toLowerCase()
  const rows = (text === '' ? listed[choice] : limits).filter(
    ({ name, counts }) => name.includes(text) || counts.toLowerCase().includes(text),
  )
  return (
    <Panel
      title={texts.limits}
      note={set.length > 0 ? texts.limitsNote(formats.count(set.length)) : texts.limitsNoteNone}
    >
      <div class="filter-row">
        <Segments
          label={texts.show}
          value={choice}
          options={choices.map((value) => ({ value, label: texts.shown[value] }))}
          onChange={(value) => setChoice(value)}
        />
        <Field
          label={texts.find}
          type="search"
          value={wanted}
          spellcheck={false}
          onInput={({ currentTarget }) => setWanted(currentTarget.value)}
        />
      </div>
      {rows.length === 0 ? (
        <Notice
          title={texts.none}
          icon="search"
          action={{
            label: texts.shown.all,
            onClick: () => {
              setChoice('all')
              setWanted('')
            },
          }}
        />
      ) : (
        <Rows
          label={texts.limits}
          rows={rows}
          keyOf={({ name }) => name}
          columns={[
            {
              id: 'limit',
              label: texts.columns.limit,
              cell: (limit) => <LimitName limit={limit} />,
            },
            { id: 'use', label: texts.columns.use, cell: (limit) => <Use use={limit} /> },
          ]}
        />
      )}
    </Panel>
  )
}

function LimitName({ limit: { name, counts, windowSeconds, isSet } }: { limit: Limit }) {
  const formats = useFormats()
  const names: Readonly<Record<number, string>> = {
    60: texts.windows.minute,
    3600: texts.windows.hour,
    86400: texts.windows.day,
  }
  const window =
    windowSeconds === null
      ? texts.windows.now
      : (names[windowSeconds] ?? texts.window(formats.count(windowSeconds)))
  const list = lists[name]
  return (
    <span class="two-lines limit-name">
      <span>
        {counts.slice(0, 1).toUpperCase() + counts.slice(1)} <span class="soft">{window}</span>
      </span>
      <span class="row">
        <code class="soft">{name}</code>
        {isSet && <Pill tone="warn" word={texts.set} />}
        {list && (
          <Link href={list} aria-label={`${texts.open}: ${counts}`}>
            {texts.open}
          </Link>
        )}
      </span>
    </span>
  )
}

type UseFacts = Pick<Limit, 'limit' | 'used' | 'resetAt'>

/** How much of a limit is used, and when counting starts again. */
export function Use({ use: { limit, used, resetAt } }: { use: UseFacts }) {
  const { count, clock } = useFormats()
  if (limit === null) return <span class="soft">{texts.noLimit}</span>
  const share = limit > 0 ? Math.min((used ?? 0) / limit, 1) : 1
  return (
    <span class="use">
      <span class="money">
        {used === null ? count(limit) : texts.of(count(used), count(limit))}
      </span>
      {used === null ? (
        <span class="soft">{texts.notCounted}</span>
      ) : (
        <span class={`use-bar${share > 0.8 ? ' near' : ''}`} aria-hidden="true">
          <span style={{ width: `${share * 100}%` }} />
        </span>
      )}
      {resetAt !== null && (used ?? 0) > 0 && (
        <span class="soft">{texts.resets(clock(resetAt))}</span>
      )}
    </span>
  )
}
