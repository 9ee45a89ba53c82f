import { formatCsv } from '../../../lib/format-csv.js'
import { type Address, checksumAddress, readWallet } from '../../../lib/hex.js'
import { baseUnitsToDecimal, micros, microsToDecimal } from '../../../lib/money.js'
import { findAsset } from '../../../platform/chain/assets/asset.js'
import { networkOf } from '../../../platform/chain/networks.js'
import type { Context } from '../../../platform/context.js'
import { invalidCursor, readWhole } from '../../../platform/http/read-query.js'
import { listSplits } from '../../split/find-split.js'
import type { Recipient } from '../../split/split.js'
import {
  countPayouts,
  type HistoryFilter,
  type HistoryPlace,
  listAllPayouts,
  listPayouts,
  type PayoutPart,
  type RecipientSum,
  sumPayouts,
} from '../read-model/history-store.js'
import type { Payouts, PayoutsCsvQuery, PayoutsQuery } from './schemas.js'

/** The names of recipients, and the chain of the tokens. */
type Names = { chainId: number; of: ReadonlyMap<Address, Pick<Recipient, 'label' | 'role'>> }
type Of = { merchant: Address }

const maxSplits = 100
const maxCsvRows = 50_000
const anyTime = { min: 0, max: Number.MAX_SAFE_INTEGER }

/** Lists payouts by transaction, with the sums of the range by recipient. */
export async function getPayouts(
  ctx: Context,
  { merchant, query }: Of & { query: PayoutsQuery },
): Promise<Payouts> {
  const filter = readFilter(ctx, { merchant, query })
  const limit = readWhole('limit', query.limit, { min: 1, max: 100, fallback: 50 })
  const after = query.cursor ? readCursor(query.cursor) : null
  const [parts, count, sums, names] = await Promise.all([
    listPayouts(ctx.db, { ...filter, after, limit: limit + 1 }),
    countPayouts(ctx.db, filter),
    sumPayouts(ctx.db, filter),
    loadNames(ctx, filter),
  ])
  const all = groupByTransaction(parts)
  const page = all.slice(0, limit)
  const last = page.at(-1)?.[0]
  return {
    ok: true,
    payouts: page.flatMap((group) => describePayout(group, names) ?? []),
    count,
    recipients: sums.flatMap((sum) => describePart(sum, names) ?? []),
    explorerUrl: networkOf(ctx).explorerUrl,
    nextCursor: all.length > limit && last ? `${last.at}.${last.transactionHash}` : null,
  }
}

/** Formats the payouts of a range as CSV: one line for each recipient and transaction. */
export async function exportPayouts(
  ctx: Context,
  { merchant, query }: Of & { query: PayoutsCsvQuery },
): Promise<string> {
  const filter = readFilter(ctx, { merchant, query })
  const parts = await listAllPayouts(ctx.db, { ...filter, limit: maxCsvRows })
  const names = await loadNames(ctx, filter)
  return formatCsv([
    ['time', 'transaction', 'status', 'split', 'recipient', 'label', 'token', 'amount', 'usd'],
    ...parts.flatMap((part) => {
      const described = describePart(part, names)
      if (!described) return []
      const { address, label, symbol, amount, usd } = described
      return [
        [
          new Date(part.at).toISOString(),
          part.transactionHash,
          part.isConfirmed ? 'confirmed' : 'sent',
          checksumAddress(part.split),
          address,
          label,
          symbol,
          amount,
          usd ?? '',
        ],
      ]
    }),
  ])
}

function readFilter(
  { config }: Pick<Context, 'config'>,
  { merchant, query }: Of & { query: PayoutsCsvQuery },
): HistoryFilter {
  return {
    merchant,
    chainId: config.chainId,
    from: readWhole('from', query.from, { ...anyTime, fallback: 0 }),
    to: readWhole('to', query.to, { ...anyTime, fallback: anyTime.max }),
    account: query.account ? readWallet('account', query.account) : null,
  }
}

/** Maps the recipients of all splits of a merchant to their names, of which the newest counts. */
async function loadNames(
  ctx: Context,
  { merchant, chainId }: Pick<HistoryFilter, 'merchant' | 'chainId'>,
): Promise<Names> {
  const splits = await listSplits(ctx, { merchant, chainId, limit: maxSplits })
  const of = new Map(
    splits
      .toReversed()
      .flatMap(({ recipients }) =>
        recipients.map((recipient) => [recipient.address, recipient] as const),
      ),
  )
  return { chainId, of }
}

function groupByTransaction(parts: readonly PayoutPart[]): PayoutPart[][] {
  const groups = new Map<string, PayoutPart[]>()
  for (const part of parts) {
    const group = groups.get(part.transactionHash)
    if (group) group.push(part)
    else groups.set(part.transactionHash, [part])
  }
  return [...groups.values()]
}

function describePayout(group: readonly PayoutPart[], names: Names) {
  const [first] = group
  if (!first) return null
  const isValued = group.every(({ usdMicros }) => usdMicros !== null)
  const worth = group.reduce((sum, { usdMicros }) => sum + (usdMicros ?? 0n), 0n)
  return {
    transactionHash: first.transactionHash,
    split: checksumAddress(first.split),
    at: first.at,
    status: group.every(({ isConfirmed }) => isConfirmed)
      ? ('confirmed' as const)
      : ('sent' as const),
    usd: isValued ? microsToDecimal(micros(worth)) : null,
    recipients: group.flatMap((part) => describePart(part, names) ?? []),
  }
}

/** Returns null for a token that the service does not know. */
function describePart({ account, token, units, usdMicros }: RecipientSum, names: Names) {
  const asset = findAsset(names.chainId, token)
  if (!asset) return null
  return {
    address: checksumAddress(account),
    label: names.of.get(account)?.label ?? '',
    role: names.of.get(account)?.role ?? null,
    symbol: asset.symbol,
    units: String(units),
    amount: baseUnitsToDecimal(units, asset.decimals),
    usd: usdMicros === null ? null : microsToDecimal(usdMicros),
  }
}

function readCursor(text: string): HistoryPlace {
  const [, at, transactionHash] = /^(\d{1,15})\.(0x[0-9a-f]{64})$/.exec(text) ?? []
  if (at === undefined || transactionHash === undefined) throw invalidCursor()
  return { at: Number(at), transactionHash }
}
