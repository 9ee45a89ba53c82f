import * as combobox from '@zag-js/combobox'
import { normalizeProps, useMachine } from '@zag-js/preact'
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks'
import { useLocation, useRouter } from 'wouter-preact'
import type { ResultOf } from '../api/api-types.js'
import { useFormats } from '../format/use-formats.js'
import { Icon } from '../parts/icon.js'
import { Money } from '../parts/money.js'
import { ReceiptPill } from '../receipts/receipt-pill.js'
import { useConsoleTexts } from '../texts.js'
import { findEntries, type PaletteEntry, splitAtMatch } from './palette-entries.js'
import { useFoundCustomers, useFoundReceipts } from './use-found-receipts.js'

type Receipt = ResultOf<'get', '/api/receipts'>['receipts'][number]
type Customer = ResultOf<'get', '/api/customers'>['customers'][number]

export type PaletteProps = {
  /** Screens and actions that the role allows. */
  entries: readonly PaletteEntry[]
  /** The address of the list of receipts, or null for a role without it. */
  receiptsHref: string | null
  /** The address of the customers, below which each has one, or null without that screen. */
  customersHref: string | null
  onClose(): void
}

const moveKeys = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End'])
const groups = ['receipts', 'customers', 'screens', 'actions'] as const

/** Finds screens, actions, receipts and customers from the keyboard. */
export function Palette({ entries, receiptsHref, customersHref, onClose }: PaletteProps) {
  const texts = useConsoleTexts().shell.palette
  const [typed, setTyped] = useState('')
  const foundReceipts = useFoundReceipts(receiptsHref === null ? '' : typed)
  const customers = useFoundCustomers(receiptsHref === null ? '' : typed)
  const shown = useEntries({
    entries,
    receiptsHref,
    customersHref,
    typed,
    receipts: foundReceipts.data ?? [],
    customers: customers.data ?? [],
  })
  const choose = useChoose(shown, onClose)
  const dialog = useModal(onClose)
  const collection = combobox.collection({
    items: shown,
    itemToValue: ({ id }) => id,
    itemToString: ({ label }) => label,
  })
  const service = useMachine(combobox.machine as combobox.Machine<PaletteEntry>, {
    id: useId(),
    collection,
    open: true,
    inputValue: typed,
    inputBehavior: 'autohighlight',
    selectionBehavior: 'preserve',
    value: [],
    loopFocus: true,
    disableLayer: true,
    onInputValueChange: ({ inputValue }) => setTyped(inputValue),
    onSelect: ({ itemValue }) => choose(itemValue, false),
  })
  const api = combobox.connect(service, normalizeProps)
  const first = shown[0]?.id ?? null
  useEffect(() => api.setHighlightValue(first ?? ''), [first, typed])
  const list = `${typed} ${first}`
  const moved = useRef('')
  const markMoved = () => {
    moved.current = list
  }
  /**
   * Chooses what is highlighted: the first entry, until the person moves. The highlight itself
   * follows a new list a moment later.
   */
  const chooseHighlighted = (isNewTab: boolean) => {
    const id = moved.current === list ? service.context.get('highlightedValue') : first
    if (id) choose(id, isNewTab)
  }
  const isEmpty = shown.length === 0 && !foundReceipts.isFetching
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label={texts.title}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div {...api.getRootProps()}>
        <div {...api.getControlProps()} class="palette-head">
          <Icon name="search" />
          <input
            {...(api.getInputProps() as object)}
            aria-label={texts.title}
            placeholder={texts.placeholder}
            autoComplete="off"
            spellcheck={false}
            maxLength={200}
            onKeyDownCapture={(event) => {
              if (event.key === 'Escape') {
                event.preventDefault()
                event.stopPropagation()
                onClose()
              }
              if (moveKeys.has(event.key)) markMoved()
              if (event.key === 'Enter' && !event.isComposing) {
                event.preventDefault()
                event.stopPropagation()
                chooseHighlighted(event.ctrlKey || event.metaKey)
              }
            }}
          />
          <button type="button" class="palette-close" onClick={onClose}>
            <kbd>{texts.escape}</kbd>
          </button>
        </div>
        <div
          {...{ ...api.getContentProps(), 'aria-label': texts.list }}
          class="palette-list"
          onPointerMoveCapture={markMoved}
        >
          {groups.map((group) => {
            const inGroup = shown.filter((entry) => entry.group === group)
            if (inGroup.length === 0) return null
            return (
              <div key={group} {...api.getItemGroupProps({ id: group })}>
                <div {...api.getItemGroupLabelProps({ htmlFor: group })} class="palette-group">
                  {texts[group]}
                </div>
                {inGroup.map((entry) => (
                  <div key={entry.id} {...api.getItemProps({ item: entry })} class="palette-item">
                    <Icon name={entry.icon} />
                    <span class="palette-text">
                      <Marked text={entry.label} match={typed.trim()} />
                      {entry.detail && <span class="soft one-line">{entry.detail}</span>}
                    </span>
                    {entry.end}
                  </div>
                ))}
              </div>
            )
          })}
        </div>
        <div role="status" class="palette-status">
          {foundReceipts.isError && <p class="problem-text">{texts.failed}</p>}
          {isEmpty && <p class="soft">{texts.nothing(typed.trim())}</p>}
          <span class="visually-hidden">{texts.count(shown.length)}</span>
        </div>
        <footer class="palette-foot">
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> {texts.move}
          </span>
          <span>
            <kbd>{texts.enter}</kbd> {texts.open}
          </span>
          <span class="palette-hint">{texts.hint}</span>
        </footer>
      </div>
    </dialog>
  )
}

function Marked({ text, match }: { text: string; match: string }) {
  const [before, marked, after] = splitAtMatch(text, match)
  return (
    <span class="one-line">
      {before}
      {marked && <mark>{marked}</mark>}
      {after}
    </span>
  )
}

type EntriesInput = Pick<PaletteProps, 'entries' | 'receiptsHref' | 'customersHref'> & {
  typed: string
  receipts: readonly Receipt[]
  customers: readonly Customer[]
}

function useEntries(input: EntriesInput): PaletteEntry[] {
  const { entries, receiptsHref, customersHref, typed, receipts, customers } = input
  const texts = useConsoleTexts().shell.palette
  const formats = useFormats()
  const text = typed.trim()
  return useMemo(() => {
    const matching = findEntries(entries, text)
    if (receiptsHref === null || text === '') return matching
    const rows = receipts.map((receipt) => {
      const { receiptId, transactionId, billingAddress, currency, createdAt } = receipt
      const name = [billingAddress?.firstName, billingAddress?.lastName].filter(Boolean).join(' ')
      const reference = transactionId ?? receiptId
      return {
        id: `receipt ${receiptId}`,
        group: 'receipts' as const,
        icon: 'receipt' as const,
        label: name || billingAddress?.email || reference,
        detail: `${reference}, ${formats.dateTime(createdAt)}`,
        end: (
          <>
            <Money amount={receipt.total ?? receipt.totalUsd} currency={currency} kind="code" />
            <ReceiptPill receipt={receipt} />
          </>
        ),
        href: `${receiptsHref}/${encodeURIComponent(receiptId)}`,
      }
    })
    const people = customers.map(({ id, name, email, wallet, receiptCount }) => ({
      id: `customer ${id}`,
      group: 'customers' as const,
      icon: 'person' as const,
      label: name || email || wallet || id,
      ...(name && { detail: email ?? wallet ?? '' }),
      end: (
        <span class="soft">{texts.receiptCount(formats.count(receiptCount), receiptCount)}</span>
      ),
      href:
        customersHref === null
          ? `${receiptsHref}?q=${encodeURIComponent(email ?? wallet ?? name ?? '')}`
          : `${customersHref}/${encodeURIComponent(id)}`,
    }))
    const all = {
      id: 'search-all',
      group: 'actions' as const,
      icon: 'search' as const,
      label: texts.searchAll(text),
      href: `${receiptsHref}?q=${encodeURIComponent(text)}`,
    }
    return [...rows, ...people, ...matching, ...(text.length >= 2 ? [all] : [])]
  }, [entries, receipts, customers, text, receiptsHref])
}

function useChoose(shown: readonly PaletteEntry[], onClose: () => void) {
  const [, navigate] = useLocation()
  const { base } = useRouter()
  return (id: string, isNewTab: boolean) => {
    const entry = shown.find((candidate) => candidate.id === id)
    if (!entry) return
    onClose()
    if ('run' in entry) entry.run()
    else if (isNewTab) window.open(`${base}${entry.href}`, '_blank', 'noopener')
    else navigate(entry.href)
  }
}

/** Opens the dialog at once, and closes it on a click outside of it. */
function useModal(onClose: () => void) {
  const element = useRef<HTMLDialogElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const dialog = element.current
    if (!dialog) return undefined
    dialog.showModal()
    dialog.querySelector('input')?.focus()
    const closeOutside = (event: Event) => event.target === dialog && close.current()
    dialog.addEventListener('click', closeOutside)
    return () => {
      dialog.removeEventListener('click', closeOutside)
      dialog.close()
    }
  }, [])
  return element
}
