import { invalidInput } from '../../../../lib/errors.js'
import { formatCsvRow } from '../../../../lib/format-csv.js'
import { type Address, checksumAddress } from '../../../../lib/hex.js'
import { type Cents, centsToDecimal, sumCents } from '../../../../lib/money.js'
import type { UnixMs } from '../../../../lib/time.js'
import type { TxContext } from '../../../../platform/context.js'
import { type LineKind, labelOf, type ShownReceipt } from '../../receipt.js'
import { firstPage } from '../read-receipt-query.js'
import type { ReceiptFilter } from '../search/receipt-filter.js'
import { countMatching, type ExportedReceipt, listForExport } from './export-store.js'

const batchSize = 1_000
const maxRows = 100_000

type Column = { name: string; write: (receipt: ExportedReceipt) => string | number }

const columns: readonly Column[] = [
  { name: 'receiptId', write: ({ id }) => id },
  { name: 'transactionId', write: ({ reference }) => reference ?? '' },
  { name: 'kind', write: ({ kind }) => kind },
  { name: 'status', write: ({ status }) => status },
  { name: 'createdAt', write: ({ createdAt }) => formatTime(createdAt) },
  { name: 'currency', write: ({ currency }) => currency },
  {
    name: 'total',
    write: ({ totalCents, totalUsdCents }) => centsToDecimal(totalCents ?? totalUsdCents),
  },
  { name: 'totalUsd', write: ({ totalUsdCents }) => centsToDecimal(totalUsdCents) },
  { name: 'discountUsd', write: (receipt) => centsToDecimal(sumOf(receipt, 'discount')) },
  { name: 'tipUsd', write: (receipt) => centsToDecimal(sumOf(receipt, 'tip')) },
  { name: 'taxUsd', write: (receipt) => centsToDecimal(sumOf(receipt, 'tax')) },
  { name: 'feeUsd', write: (receipt) => centsToDecimal(sumOf(receipt, 'fee')) },
  { name: 'jurisdictionCode', write: ({ jurisdictionCode }) => jurisdictionCode ?? '' },
  { name: 'items', write: listItems },
  {
    name: 'buyerEmail',
    write: ({ billing, onrampEmail }) => billing?.email || (onrampEmail ?? ''),
  },
  {
    name: 'buyerWallet',
    write: ({ buyerWallet }) => (buyerWallet ? checksumAddress(buyerWallet) : ''),
  },
  { name: 'transactionHash', write: ({ transactionHash }) => transactionHash ?? '' },
  {
    name: 'paidAt',
    write: ({ transactionAt }) => (transactionAt ? formatTime(transactionAt) : ''),
  },
  { name: 'refundedUsd', write: ({ refundedUsdCents }) => centsToDecimal(refundedUsdCents) },
  {
    name: 'creditReturnedUsd',
    write: ({ creditReturnedUsdCents }) => centsToDecimal(creditReturnedUsdCents),
  },
  { name: 'mismatch', write: ({ mismatch }) => mismatch ?? '' },
  {
    name: 'failureCode',
    write: ({ status, failureCode }) => (status === 'failed' && failureCode) || '',
  },
  { name: 'comments', write: ({ comments }) => comments },
]

/**
 * Requires that an export has at most 100,000 rows. Counting comes first, because a file that ends
 * early would look complete.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function requireExportable(
  ctx: Pick<TxContext, 'db'>,
  { merchant, filter }: { merchant: Address; filter: ReceiptFilter },
): Promise<void> {
  const page = { merchant, filter, after: firstPage, limit: maxRows + 1 }
  if ((await countMatching(ctx.db, page)) <= maxRows) return
  throw invalidInput(
    `More than ${maxRows} receipts match. Send from and to to export them in parts.`,
  )
}

/** Yields a merchant's matching receipts as CSV in batches, newest first. */
export async function* exportReceipts(
  ctx: Pick<TxContext, 'db'>,
  input: {
    merchant: Address
    filter: ReceiptFilter
    /** Called with the number of receipts in the text that follows. */
    onBatch?: (count: number) => void
  },
): AsyncGenerator<string> {
  const { merchant, filter, onBatch } = input
  let written = formatCsvRow(columns.map(({ name }) => name))
  for (let after = firstPage; ; ) {
    // Nothing is sent before the first batch is read, so that a failure can still set the response
    // status.
    const receipts = await listForExport(ctx.db, { merchant, filter, after, limit: batchSize })
    onBatch?.(receipts.length)
    yield written + receipts.map(formatReceipt).join('')
    const last = receipts.at(-1)
    if (!last || receipts.length < batchSize) return
    after = { createdAt: last.listedAt, id: last.id }
    written = ''
  }
}

function formatReceipt(receipt: ExportedReceipt): string {
  return formatCsvRow(columns.map(({ write }) => write(receipt)))
}

function sumOf({ lines }: ShownReceipt, kind: LineKind): Cents {
  return sumCents(lines.filter((line) => line.kind === kind).map(({ usdCents }) => usdCents))
}

function listItems({ lines }: ShownReceipt): string {
  return lines
    .filter(({ kind }) => kind === 'item')
    .map((line) => (line.qty === null ? labelOf(line) : `${line.qty} x ${labelOf(line)}`))
    .join(', ')
}

function formatTime(at: UnixMs): string {
  return new Date(at).toISOString()
}
