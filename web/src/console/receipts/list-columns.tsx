import type { ReceiptTexts } from '../../core/texts/en-console-receipts.js'
import { Hash } from '../../ui/hash.js'
import { TokenIcon } from '../../ui/token-icon.js'
import type { ConsoleFormats } from '../format/console-formats.js'
import { Icon, type IconName } from '../parts/icon.js'
import { Money } from '../parts/money.js'
import type { Column } from '../parts/table/table.js'
import { type ColumnName, columnTracks } from './columns.js'
import type { Receipt } from './receipt.js'
import { ReceiptPill } from './receipt-pill.js'
import { type RowFacts, rowFactsOf } from './row-facts.js'

export type ColumnInput = {
  texts: ReceiptTexts
  format: ConsoleFormats
  registerNames: ReadonlyMap<string, string>
}

const methodIcons: Readonly<Record<'card' | 'chain' | 'recorded', IconName>> = {
  card: 'card',
  chain: 'wallet',
  recorded: 'check',
}
const endColumns: readonly ColumnName[] = ['tax', 'refunded', 'amount']

/** Returns the columns of the list as its table shows them. */
export function listColumns(names: readonly ColumnName[], input: ColumnInput): Column<Receipt>[] {
  return names.map((name) => ({
    id: name,
    label: input.texts.column[name],
    width: columnTracks[name],
    isEnd: endColumns.includes(name),
    ...(name === 'time' && { sorted: 'descending' as const }),
    cell: (receipt) => cellOf(name, receipt, input),
  }))
}

/** Returns the column whose content opens the receipt. */
export function linkColumnOf(names: readonly ColumnName[]): ColumnName {
  const wanted: readonly ColumnName[] = ['receipt', 'customer', 'time', 'amount', 'status']
  return wanted.find((name) => names.includes(name)) ?? names[0] ?? 'receipt'
}

/** The token that paid, or how else the money came. */
export function PaidWith({ facts, texts }: { facts: RowFacts; texts: ReceiptTexts }) {
  const { method, token } = facts
  return (
    <span class={`cell-method ${method ? '' : 'soft'}`}>
      {token && <TokenIcon symbol={token} />}
      {method && !token && <Icon name={methodIcons[method]} />}
      {token ?? texts.method[method ?? 'none']}
    </span>
  )
}

function cellOf(name: ColumnName, receipt: Receipt, { texts, format, registerNames }: ColumnInput) {
  const facts = rowFactsOf(receipt, texts)
  switch (name) {
    case 'time':
      return <span class="soft figures">{format.clock(receipt.createdAt)}</span>
    case 'receipt':
      return <span title={receipt.receiptId}>{facts.name}</span>
    case 'customer':
      return <b>{facts.customer ?? texts.guest}</b>
    case 'email':
      return <span class="soft">{facts.email}</span>
    case 'items':
      return (
        <span class="soft" title={facts.items}>
          {facts.items}
        </span>
      )
    case 'method':
      return <PaidWith facts={facts} texts={texts} />
    case 'register':
      return (
        <span class="soft">
          {receipt.registerId && (registerNames.get(receipt.registerId) ?? receipt.registerId)}
        </span>
      )
    case 'wallet':
      return receipt.buyerWallet && <Hash value={receipt.buyerWallet} />
    case 'status':
      return <ReceiptPill receipt={receipt} />
    case 'tax':
      return receipt.taxRate > 0 && format.percent(receipt.taxRate)
    case 'refunded':
      return (
        receipt.refundedUsd !== undefined && (
          <Money amount={-receipt.refundedUsd} currency="USD" kind="code" />
        )
      )
    case 'amount':
      return <Money amount={facts.amount} currency={facts.currency} kind="code" />
  }
}
