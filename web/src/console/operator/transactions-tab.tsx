import { useState } from 'preact/hooks'
import { useLocation, useSearch } from 'wouter-preact'
import { operatorTexts } from '../../core/texts/en-console-operator.js'
import type { ResultOf } from '../api/api-types.js'
import { Address } from '../panels/address.js'
import { FormDialog } from '../panels/confirm-dialog.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { MoreButton, Rows } from '../panels/rows.js'
import { useAct, usePages } from '../panels/use-load.js'
import { Pill } from '../parts/pill.js'
import { Select } from '../parts/select.js'
import { Time } from '../parts/time.js'
import { useSession } from '../session/session.js'
import { RelayersPanel } from './relayers-panel.js'

const texts = operatorTexts.transactions

type Transaction = ResultOf<'get', '/api/admin/transactions'>['transactions'][number]
type Action = Transaction['actions'][number]

const states = ['', 'stuck', 'planned', 'signed', 'sent', 'failed', 'reverted'] as const

/** The relayers, and the transactions that wait, are stuck or failed. The address names a state. */
export function TransactionsTab() {
  const [, navigate] = useLocation()
  const chosen = new URLSearchParams(useSearch()).get('state')
  const state = states.find((value) => value === chosen) ?? ''
  const choose = (value: string) =>
    navigate(value === '' ? '/operator/transactions' : `/operator/transactions?state=${value}`, {
      replace: true,
    })
  const [asked, setAsked] = useState<{ row: Transaction; action: Action } | null>(null)
  const pages = usePages('/api/admin/transactions', { state, limit: 50 }, { refreshMs: 5_000 })
  const rows = pages.data?.pages.flatMap(({ transactions }) => transactions) ?? []
  return (
    <>
      <RelayersPanel />
      <Panel title={texts.title}>
        <div class="filter-row">
          <Select
            label={texts.state}
            value={state}
            options={states.map((value) => ({ value, label: texts.states[value] }))}
            onChange={choose}
          />
        </div>
        <Loaded
          query={pages}
          empty={() =>
            rows.length === 0 ? (
              <p class="soft">{state === 'stuck' ? texts.noneStuck : texts.none}</p>
            ) : null
          }
        >
          {() => (
            <Rows
              label={texts.title}
              rows={rows}
              keyOf={({ id }) => id}
              columns={transactionColumns((row, action) => setAsked({ row, action }))}
            />
          )}
        </Loaded>
        <MoreButton pages={pages} />
      </Panel>
      {asked && <ActDialog row={asked.row} action={asked.action} onClose={() => setAsked(null)} />}
    </>
  )
}

function toneOf({ state, isStuck }: Transaction) {
  if (isStuck || state === 'failed' || state === 'reverted') return 'bad'
  return state === 'final' || state === 'mined' ? 'good' : 'warn'
}

function transactionColumns(onAsk: (row: Transaction, action: Action) => void) {
  return [
    {
      id: 'purpose',
      label: texts.columns.purpose,
      cell: ({ purpose, hash, error, request, isNonceUsedElsewhere }: Transaction) => (
        <span class="two-lines">
          <b>{purpose}</b>
          {hash && <Address value={hash} />}
          {error && <span class="bad-text">{error}</span>}
          {isNonceUsedElsewhere && <span class="bad-text">{texts.nonceUsed}</span>}
          {request && (
            <span class="soft">{request.result ?? texts.requestedNow(request.step)}</span>
          )}
        </span>
      ),
    },
    {
      id: 'state',
      label: texts.columns.state,
      cell: (row: Transaction) => (
        <span class="two-lines">
          <span>
            <Pill tone={toneOf(row)} word={texts.states[row.isStuck ? 'stuck' : row.state]} />
          </span>
          {row.attempts > 0 && <span class="soft">{texts.attempts(row.attempts)}</span>}
        </span>
      ),
    },
    {
      id: 'signer',
      label: texts.columns.signer,
      cell: ({ signer, nonce }: Transaction) =>
        signer && (
          <span class="address">
            <Address value={signer} /> {nonce}
          </span>
        ),
    },
    {
      id: 'age',
      label: texts.columns.age,
      isEnd: true,
      cell: ({ createdAt }: Transaction) => <Time at={createdAt} />,
    },
    {
      id: 'actions',
      label: texts.title,
      isLabelHidden: true,
      isEnd: true,
      cell: (row: Transaction) => (
        <span class="row-actions">
          {row.actions.map((action) => (
            <button
              key={action}
              type="button"
              class="button"
              aria-label={`${texts[action]}: ${row.purpose}`}
              onClick={() => onAsk(row, action)}
            >
              {texts[action]}
            </button>
          ))}
        </span>
      ),
    },
  ]
}

type ActProps = { row: Transaction; action: Action; onClose(): void }

function ActDialog({ row: { id, purpose, attempts }, action, onClose }: ActProps) {
  const { api } = useSession()
  const act = useAct(
    () => {
      const path = { id }
      if (action === 'retry')
        return api.call('post', '/api/admin/transactions/{id}/retry', { path })
      const replacement = action === 'replace' ? 'higher_fee' : 'empty'
      return api.call('post', '/api/admin/transactions/{id}/replace', {
        path,
        body: { with: replacement, attempts },
      })
    },
    {
      done: texts.requested,
      changes: ['/api/admin/transactions', '/api/admin/relayer'],
      isQuiet: true,
      onDone: onClose,
    },
  )
  return (
    <FormDialog
      title={texts[`${action}Title`]}
      submit={texts[action]}
      isDanger={action === 'cancel'}
      onSubmit={() => act.mutateAsync(undefined)}
      onClose={onClose}
    >
      <p>
        <b>{purpose}</b>
      </p>
      <p>{texts[`${action}Text`]}</p>
    </FormDialog>
  )
}
