import { expect } from 'vitest'
import { sumLedgerDays } from '../../src/features/ledger/keep-days.js'
import { spanOf } from '../../src/features/reports/read-report-query.js'
import { getSettlementReport } from '../../src/features/reports/settlement/get-settlement-report.js'
import { getSummary } from '../../src/features/reports/summary/get-summary.js'
import type { Address } from '../../src/lib/hex.js'
import { nativeToken } from '../../src/platform/chain/tokens.js'
import type { Context } from '../../src/platform/context.js'
import { heldBy } from '../history/chain.js'
import type { WatchedAddresses } from './chain.js'
import { modelTokens } from './model.js'

type Line = {
  key: string
  kind: string
  receipt_id: string | null
  transaction_hash: string | null
  account: string
  asset: string
  units: string
  usd_micros: string
}

/**
 * Checks what must hold even between two transactions: no more is paid out or sold than came in.
 */
export async function checkCustody(ctx: Context, merchant: Address): Promise<void> {
  const { rows } = await ctx.db.query(
    `select account, asset, sum(units) from ledger_entries
     where merchant = $1 and account = 'custody'
     group by account, asset having sum(units) < 0`,
    [merchant],
  )
  expect(rows, 'custody is not negative').toEqual([])
}

/**
 * Checks that a manual payment covers no more than what is due beyond the payments that were seen
 * on chain.
 */
export async function checkManual(
  ctx: Context,
  input: { merchant: Address; receiptId: string; dueMicros: bigint; work: () => Promise<void> },
): Promise<void> {
  const { merchant, receiptId, dueMicros, work } = input
  const sum = async (sql: string) => {
    const { rows } = await ctx.db.query<{ sum: string | null }>(sql, [merchant, receiptId])
    return BigInt(rows[0]?.sum ?? 0)
  }
  const ofKind = (kind: string, account: string) =>
    sum(`select sum(usd_micros) as sum from ledger_entries join ledger_postings
           on ledger_entries.merchant = ledger_postings.merchant and posting_key = key
         where ledger_postings.merchant = $1 and receipt_id = $2
           and kind = '${kind}' and account = '${account}'`)
  const before = await ofKind('mark', 'manual')
  const received = await sum(
    `select sum(usd_micros) as sum from payments where merchant = $1 and receipt_id = $2
       and state <> 'orphaned' and mismatch is distinct from 'wrong_payout'`,
  )
  const heldUnits = received - (await ofKind('refund', 'customer_credit'))
  await work()
  const paid = (await ofKind('mark', 'manual')) - before
  const dueAmount = dueMicros > heldUnits ? dueMicros - heldUnits : 0n
  // Less than a cent may be on its way.
  expect(paid, 'a manual payment').toBeLessThan(dueAmount + 20_000n)
}

/**
 * Checks a merchant's ledger, and the settlement report against it. Returns the number of ledger
 * lines. The ledger only grows, so there is nothing to check if that many were checked before.
 */
export async function checkBooks(
  ctx: Context,
  { merchant, lineCount }: { merchant: Address; lineCount: number },
): Promise<number> {
  const { rows } = await ctx.db.query<Line>(
    `select key, kind, receipt_id, transaction_hash, account, asset, units, usd_micros
     from ledger_postings join ledger_entries
       on ledger_entries.merchant = ledger_postings.merchant and posting_key = key
     where ledger_postings.merchant = $1`,
    [merchant],
  )
  if (rows.length === lineCount) return lineCount
  const units = (lines: readonly Line[]) => sum(lines.map((line) => BigInt(line.units)))
  for (const [asset, lines] of groupBy(rows, ({ asset }) => asset)) {
    expect([asset, units(lines), micros(lines)], 'an asset sums to zero').toEqual([asset, 0n, 0n])
    const custody = lines.filter(({ account }) => account === 'custody')
    expect(units(custody), 'custody is not negative').toBeGreaterThanOrEqual(0n)
    const dueLines = lines.filter(
      ({ account, kind }) => account.startsWith('due:') && kind !== 'refund',
    )
    for (const [account, ownLines] of groupBy(dueLines, (line) => line.account)) {
      expect(-units(ownLines), `${account} in ${asset} is not negative`).toBeGreaterThanOrEqual(0n)
    }
  }
  // A reorg can remove a payment whose credit was returned.
  const credit = rows.filter(
    ({ account, kind }) => account === 'customer_credit' && kind !== 'refund',
  )
  for (const [receipt, receiptLines] of groupBy(
    credit,
    (line) => `${line.receipt_id} ${line.asset}`,
  )) {
    expect(-units(receiptLines), `the credit of ${receipt} is not negative`).toBeGreaterThanOrEqual(
      0n,
    )
  }
  await checkReport(ctx, { merchant, lines: rows })
  await checkSummary(ctx, { merchant, lines: rows })
  return rows.length
}

/** Compares the summary with the postings, before and after a job adds them to the daily sums. */
async function checkSummary(
  ctx: Context,
  { merchant, lines }: { merchant: Address; lines: readonly Line[] },
): Promise<void> {
  const ofSales = lines.filter(({ kind }) => kind === 'sale')
  const worth = (ownLines: readonly Line[], isWanted: (account: string) => boolean) =>
    -micros(ownLines.filter(({ account }) => isWanted(account)))
  const keys = [...new Set(ofSales.map(({ key }) => key))]
  const expected = {
    orders: keys.reduce((count, key) => count + (key.startsWith('undo:') ? -1 : 1), 0),
    volume: worth(ofSales, (account) => account !== 'customer_credit'),
    subtotal: worth(ofSales, (account) => account === 'sales'),
    taxes: worth(ofSales, (account) => account.startsWith('tax:')),
    platformFees: worth(ofSales, (account) => account === 'platform_fee'),
    refunds: -worth(lines, (account) => account === 'refunds'),
    refundedTax: worth(lines, (account) => account === 'refunded_tax'),
  }
  const day = Math.floor(ctx.now() / 86_400_000)
  const range = { merchant, ...spanOf({ fromDay: day, toDay: day, timeZone: 'UTC' }) }
  const before = await getSummary(ctx, range)
  expect(before.totals, 'the summary').toMatchObject(expected)
  await sumLedgerDays.run(ctx, new AbortController().signal)
  expect(await getSummary(ctx, range), 'the summary of daily sums').toEqual(before)
}

/** Compares every row of the report with the postings of its receipt. */
async function checkReport(
  ctx: Context,
  { merchant, lines }: { merchant: Address; lines: readonly Line[] },
): Promise<void> {
  const report = await getSettlementReport(ctx, { merchant, from: 0, to: Number.MAX_SAFE_INTEGER })
  const reversed = new Set(lines.map(({ key }) => key).filter((key) => key.startsWith('undo:')))
  const standing = lines.filter(({ key }) => !reversed.has(key) && !reversed.has(`undo:${key}`))
  const sold = new Set(
    standing.filter(({ kind }) => kind === 'sale').map(({ receipt_id }) => receipt_id),
  )
  const worth = (ownLines: readonly Line[], ...accounts: string[]) =>
    cents(-micros(ownLines.filter(({ account }) => accounts.includes(account))))

  expect(report.rows.map(({ receiptId }) => receiptId).sort()).toEqual([...sold].sort())
  for (const row of report.rows) {
    const ownLines = lines.filter(({ receipt_id }) => receipt_id === row.receiptId)
    const ofSale = ownLines.filter(({ kind, account }) => kind === 'sale' && isBilled(account))
    expect(row.total).toBe(cents(-micros(ofSale)))
    // A refund cannot return more tax than was collected.
    const tax = ownLines.filter(({ account }) => account.startsWith('tax:'))
    expect(-micros(tax), 'tax of a sale').toBeGreaterThanOrEqual(0n)
    const refundedTax = ownLines.filter(({ account }) => account === 'refunded_tax')
    const ofRefunds = tax.filter(({ kind }) => kind === 'refund')
    expect(-micros(refundedTax), 'refunded tax').toBe(micros(ofRefunds))
    expect(row.refunds, 'refunds of a sale').toBe(-worth(ownLines, 'refunds'))
    expect(row.credit, 'credit of a sale').toBe(worth(ownLines, 'customer_credit'))
    expect(row.net).toBe(row.total - row.refunds)
    expect(sum([...row.recipients.values()]), 'recipients').toBe(row.net + row.credit)
  }

  const unsold = standing.filter(
    ({ kind, receipt_id }) =>
      !['sale', 'release', 'refund_paid'].includes(kind) && !sold.has(receipt_id),
  )
  const isMoney = ({ account }: Line) => ['customer_credit', 'refunds'].includes(account)
  const postings = [...groupBy(unsold, ({ key, asset }) => `${key} ${asset}`).values()]
    .map((ownLines) => ownLines.filter(isMoney))
    .filter((ownLines) => ownLines.length > 0)
  // Postings below a cent share a row.
  const expected = [
    ...groupBy(postings, (ownLines) => {
      const [{ receipt_id, kind, asset, transaction_hash, key } = {}] = ownLines
      const part = abs(micros(ownLines)) < 10_000n ? '' : (transaction_hash ?? key)
      return [receipt_id, kind, asset, part].join(' ')
    }).values(),
  ].map((group) => [group[0]?.[0]?.receipt_id, cents(-micros(group.flat()))].join(' '))
  const actual = report.receivedNotSold.rows.map(({ receiptId, usd }) => [receiptId, usd].join(' '))
  expect(actual.sort(), 'rows of money that was not sold').toEqual(expected.sort())

  // Together the rows explain every dollar of the accounts, up to the rounding of each row.
  const all = report.rows.length + report.receivedNotSold.rows.length
  const rounding = BigInt(all + 1)
  const shares = -micros(
    lines.filter(({ account, kind }) => account.startsWith('due:') && kind !== 'release'),
  )
  const shown = sum([
    ...report.totals.recipients.values(),
    ...report.receivedNotSold.totals.recipients.values(),
  ])
  expect(abs(shown - cents(shares)), 'shares of recipients').toBeLessThanOrEqual(rounding)
}

/**
 * Compares custody with the balances on chain. Native tokens that were sent directly to a split are
 * known only once it is paid out.
 */
export async function checkHoldings(
  ctx: Context,
  input: { merchant: Address; state: ReadonlyMap<string, bigint>; watched: WatchedAddresses },
): Promise<void> {
  const { merchant, state, watched } = input
  const { rows } = await ctx.db.query<{ token: Address; units: string }>(
    `select split_part(asset, '/', 2) as token, sum(units) as units from ledger_entries
     where merchant = $1 and account = 'custody' group by asset`,
    [merchant],
  )
  const holders = [...watched.deposits.keys(), ...(watched.split ? [watched.split] : [])]
  for (const token of modelTokens) {
    const heldUnits = sum(holders.map((holder) => state.get(heldBy(token, holder)) ?? 0n))
    const booked = BigInt(rows.find((row) => row.token === token)?.units ?? 0)
    if (token === nativeToken)
      expect(booked, 'native tokens in custody').toBeLessThanOrEqual(heldUnits)
    else expect(booked, `custody of ${token}`).toBe(heldUnits)
  }
}

/** Returns whether an account holds a part of a bill. */
function isBilled(account: string): boolean {
  const fees = ['processing_fee', 'platform_fee', 'fee_difference']
  return account === 'sales' || fees.includes(account) || account.startsWith('tax:')
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n)
const micros = (lines: readonly Line[]) => sum(lines.map((line) => BigInt(line.usd_micros)))
const abs = (value: bigint) => (value < 0n ? -value : value)

/** Rounds to the nearest cent, half away from zero. */
function cents(value: bigint): bigint {
  const rounded = (abs(value) + 5_000n) / 10_000n
  return value < 0n ? -rounded : rounded
}
