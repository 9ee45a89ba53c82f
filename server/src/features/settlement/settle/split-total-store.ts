import type { Address } from '../../../lib/hex.js'
import { type BaseUnits, baseUnits, type Micros, micros } from '../../../lib/money.js'
import type { Queryable } from '../../../platform/db/db.js'

export type SplitTotal = { received: BaseUnits; receivedMicros: Micros }

type SplitAsset = { chainId: number; split: Address; token: Address }

/** Adds to what a split has received by way of receipts, and returns what it is then. Held until the end. */
export async function addReceived(
  db: Queryable,
  input: SplitAsset & { merchant: Address; units: bigint; usdMicros: bigint },
): Promise<SplitTotal> {
  const { chainId, split, token, merchant, units, usdMicros } = input
  const { rows } = await db.query<{ received: string; received_micros: string }>(
    `insert into split_totals (chain_id, split, token, merchant, received, received_micros)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (chain_id, split, token) do update
     set received = split_totals.received + excluded.received,
       received_micros = split_totals.received_micros + excluded.received_micros
     returning received, received_micros`,
    [chainId, split, token, merchant, units, usdMicros],
  )
  return toTotal(rows[0])
}

export async function findReceived(db: Queryable, where: SplitAsset): Promise<SplitTotal> {
  const { rows } = await db.query<{ received: string; received_micros: string }>(
    `select received, received_micros from split_totals
     where chain_id = $1 and split = $2 and token = $3`,
    [where.chainId, where.split, where.token],
  )
  return toTotal(rows[0])
}

function toTotal(row: { received: string; received_micros: string } | undefined): SplitTotal {
  return {
    received: baseUnits(BigInt(row?.received ?? 0)),
    receivedMicros: micros(BigInt(row?.received_micros ?? 0)),
  }
}
