import { useState } from 'preact/hooks'
import { useLocation, useSearch } from 'wouter-preact'
import { operatorTexts } from '../../core/texts/en-console-operator.js'
import type { ResultOf } from '../api/api-types.js'
import { Address } from '../panels/address.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { MoreButton, Rows } from '../panels/rows.js'
import { usePages } from '../panels/use-load.js'
import { Field } from '../parts/field.js'
import { Notice } from '../parts/notice.js'
import { Pill } from '../parts/pill.js'
import { Select } from '../parts/select.js'
import { Time } from '../parts/time.js'
import { useConsoleTexts } from '../texts.js'
import { MerchantPanel } from './merchant-panel.js'

const texts = operatorTexts.merchants

type Merchant = ResultOf<'get', '/api/admin/merchants'>['merchants'][number]

const looks = { active: 'good', suspended: 'bad', unclaimed: 'wait' } as const
const statuses = ['', 'active', 'suspended', 'unclaimed'] as const

/** Finds merchants of the platform. The address names the chosen one. */
export function MerchantsTab() {
  const { states } = useConsoleTexts()
  const [, navigate] = useLocation()
  const chosen = new URLSearchParams(useSearch()).get('wallet')
  const [q, setQ] = useState('')
  const [status, setStatus] = useState<(typeof statuses)[number]>('')
  const pages = usePages('/api/admin/merchants', { q: q.trim(), status, limit: 50 })
  const rows = pages.data?.pages.flatMap(({ merchants }) => merchants) ?? []
  const choose = (wallet: string | null) =>
    navigate(wallet === null ? '/operator/merchants' : `/operator/merchants?wallet=${wallet}`)
  if (chosen !== null) return <MerchantPanel wallet={chosen} onClose={() => choose(null)} />
  return (
    <Panel title={operatorTexts.tabs.merchants}>
      <div class="filter-row">
        <Field
          label={texts.find}
          type="search"
          value={q}
          spellcheck={false}
          onInput={({ currentTarget }) => setQ(currentTarget.value)}
        />
        <Select
          label={texts.status}
          value={status}
          options={statuses.map((value) => ({ value, label: texts.statuses[value] }))}
          onChange={(value) => setStatus(value)}
        />
      </div>
      <Loaded
        query={pages}
        empty={() =>
          rows.length === 0 ? (
            <Notice
              title={texts.none}
              icon="search"
              action={{
                label: states.clearFilters,
                onClick: () => {
                  setQ('')
                  setStatus('')
                },
              }}
            />
          ) : null
        }
      >
        {() => (
          <Rows
            label={operatorTexts.tabs.merchants}
            rows={rows}
            keyOf={({ wallet }) => wallet}
            columns={merchantColumns(choose)}
          />
        )}
      </Loaded>
      <MoreButton pages={pages} />
    </Panel>
  )
}

function merchantColumns(onChoose: (wallet: string) => void) {
  return [
    {
      id: 'name',
      label: texts.columns.name,
      cell: ({ wallet, name }: Merchant) => (
        <button
          type="button"
          class="link-button"
          aria-label={texts.open(name || wallet)}
          onClick={() => onChoose(wallet)}
        >
          {name || texts.unnamed}
        </button>
      ),
    },
    {
      id: 'wallet',
      label: texts.columns.wallet,
      cell: ({ wallet }: Merchant) => <Address value={wallet} />,
    },
    {
      id: 'plan',
      label: texts.columns.plan,
      cell: ({ plan }: Merchant) => texts.plans[plan],
    },
    {
      id: 'status',
      label: texts.columns.status,
      cell: ({ status }: Merchant) => <Pill tone={looks[status]} word={texts.statuses[status]} />,
    },
    {
      id: 'created',
      label: texts.columns.created,
      isEnd: true,
      cell: ({ createdAt }: Merchant) => <Time at={createdAt} kind="day" />,
    },
  ]
}
