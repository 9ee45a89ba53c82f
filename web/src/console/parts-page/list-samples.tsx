import { useState } from 'preact/hooks'
import { consoleSampleTexts as samples } from '../../core/texts/en-console-samples.js'
import type { RangeValue } from '../format/date-ranges.js'
import { Chips } from '../parts/chips.js'
import { DateRange } from '../parts/date-range.js'
import { Dialog } from '../parts/dialog.js'
import { Icon } from '../parts/icon.js'
import { Menu } from '../parts/menu.js'
import { Money } from '../parts/money.js'
import { Pill, type Tone } from '../parts/pill.js'
import { Segments } from '../parts/segments.js'
import { type Column, Table } from '../parts/table/table.js'
import { Tabs } from '../parts/tabs.js'
import { showToast } from '../parts/toast.js'

const sampleNow = Date.UTC(2026, 10, 17, 23, 20)

export function ChoiceSamples() {
  const texts = samples.choices
  const [isFiltered, setFiltered] = useState(true)
  const [period, setPeriod] = useState<'today' | 'week'>('today')
  const [range, setRange] = useState<RangeValue>('week')
  const status = {
    id: 'status',
    name: texts.status,
    value: texts.paid,
    onRemove: () => setFiltered(false),
  }
  const amount = { id: 'amount', name: texts.amount, value: texts.over, onRemove() {} }
  return (
    <div class="stack">
      <Chips
        chips={isFiltered ? [status, amount] : []}
        additions={[
          { id: 'status', label: texts.status, onSelect: () => setFiltered(true) },
          { id: 'amount', label: texts.amount, onSelect: () => setFiltered(true) },
        ]}
        onClear={() => setFiltered(false)}
      />
      <Tabs
        label={texts.views}
        current="all"
        tabs={[
          { id: 'all', label: texts.all, href: '/parts' },
          { id: 'waiting', label: texts.waiting, href: '/parts?view=waiting', count: '3' },
        ]}
      />
      <div class="row">
        <Segments
          label={texts.period}
          options={[
            { value: 'today', label: texts.today },
            { value: 'week', label: texts.week },
          ]}
          value={period}
          onChange={(value) => setPeriod(value)}
        />
        <DateRange value={range} now={sampleNow} onChange={setRange} />
      </div>
    </div>
  )
}

export function OverlaySamples() {
  const texts = samples.overlays
  const [open, setOpen] = useState<'dialog' | 'drawer' | null>(null)
  const close = () => setOpen(null)
  return (
    <div class="row">
      <Menu
        label={texts.actions}
        trigger={
          <>
            {texts.actions}
            <Icon name="down" />
          </>
        }
        items={[
          { id: 'refund', label: texts.refund, icon: 'undo', detail: 'R', onSelect: close },
          { id: 'record', label: texts.record, icon: 'card', onSelect: close },
          { id: 'copy', label: texts.copyLink, icon: 'link', detail: 'C', onSelect: close },
          { id: 'cancel', label: texts.cancel, icon: 'stop', isDanger: true, onSelect: close },
        ]}
      />
      <button type="button" class="button" onClick={() => setOpen('dialog')}>
        {texts.openDialog}
      </button>
      <button type="button" class="button" onClick={() => setOpen('drawer')}>
        {texts.openDrawer}
      </button>
      <button
        type="button"
        class="button"
        onClick={() =>
          showToast({
            kind: 'good',
            text: texts.toastText,
            action: { label: texts.undo, onClick() {} },
          })
        }
      >
        {texts.toast}
      </button>
      <button
        type="button"
        class="button"
        onClick={() =>
          showToast({
            kind: 'bad',
            text: texts.problemText,
            action: { label: texts.compare, onClick() {} },
          })
        }
      >
        {texts.problem}
      </button>
      {open && (
        <Dialog
          title={texts.dialogTitle}
          kind={open}
          onClose={close}
          footer={
            <button type="button" class="button main" onClick={close}>
              {texts.refund}
            </button>
          }
        >
          <p>{texts.dialogText}</p>
        </Dialog>
      )}
    </div>
  )
}

type SampleRow = { name: string; amount: number; currency: string; tone: Tone; word: string }

export function TableSample() {
  const texts = samples
  const rows: SampleRow[] = [
    {
      name: 'Elena Fischer',
      amount: 223.18,
      currency: 'USD',
      tone: 'good',
      word: texts.status.paid,
    },
    { name: 'Jonas Weber', amount: -12, currency: 'EUR', tone: 'wait', word: texts.table.refunded },
    {
      name: 'Dr. Bartholomew Achterberg-Lindenhof',
      amount: 1_140,
      currency: 'EUR',
      tone: 'wait',
      word: texts.status.waiting,
    },
  ]
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const toggle = (key: string) => {
    const next = new Set(chosen)
    if (!next.delete(key)) next.add(key)
    setChosen(next)
  }
  const [columns] = useState<Column<SampleRow>[]>(() => [
    {
      id: 'name',
      label: texts.table.customer,
      width: 'minmax(0, 1fr)',
      cell: ({ name }) => <b>{name}</b>,
    },
    {
      id: 'status',
      label: texts.table.status,
      width: '8.5rem',
      cell: ({ tone, word }) => <Pill tone={tone} word={word} />,
    },
    {
      id: 'amount',
      label: texts.table.amount,
      width: '7rem',
      isEnd: true,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} kind="code" />,
    },
  ])
  return (
    <Table
      label={texts.table.label}
      columns={columns}
      linkColumn="name"
      entries={[
        {
          kind: 'day',
          key: 'day',
          label: texts.table.today,
          detail: texts.table.count,
          total: '1,351.18',
        },
        ...rows.map((row) => ({ kind: 'row' as const, key: row.name, row })),
      ]}
      hrefOf={() => '/parts'}
      nameOf={({ name }) => name}
      currentKey="Jonas Weber"
      phone={({ name, amount, currency, tone, word }) => ({
        title: name,
        end: <Money amount={amount} currency={currency} kind="code" />,
        detail: texts.table.detail('18:06'),
        status: <Pill tone={tone} word={word} />,
      })}
      selection={{
        keys: chosen,
        isActive: chosen.size > 0,
        onToggle: toggle,
        onToggleAll: () =>
          setChosen(chosen.size > 0 ? new Set() : new Set(rows.map(({ name }) => name))),
      }}
    />
  )
}
