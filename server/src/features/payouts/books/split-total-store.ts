import type { Address, Hash } from '../../../lib/hex.js'
import { type BaseUnits, baseUnits, type Micros, micros } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import { toBaseUnits } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import { defineColumns } from '../../../platform/db/define-columns.js'

/** The total that a split has received, and the part of it that is only known from releases. */
export type SplitTotal = { received: BaseUnits; toppedUp: BaseUnits }

export type SplitAsset = { chainId: number; split: Address; token: Address }

type StoredTotal = SplitAsset &
  SplitTotal & {
    merchant: Address
    receivedMicros: Micros
    released: BaseUnits
    releasedMicros: Micros
    /** The distribution that is under way, and the wait after those that failed. */
    distributeKey: string | null
    distributeAfter: UnixMs
    distributeFailures: number
    distributeFailedBlock: bigint | null
    /** Native token that no payment explains. */
    foundUnits: BaseUnits | null
    foundMicros: Micros | null
    foundAt: UnixMs | null
    foundBlock: bigint | null
  }

const totalColumns = defineColumns<StoredTotal>({
  chainId: 'number',
  split: 'text',
  token: 'text',
  merchant: 'text',
  received: 'units',
  receivedMicros: 'micros',
  released: 'units',
  releasedMicros: 'micros',
  distributeKey: 'text',
  distributeAfter: 'time',
  distributeFailures: 'int',
  distributeFailedBlock: 'bigint',
  toppedUp: 'units',
  foundUnits: 'units',
  foundMicros: 'micros',
  foundAt: 'time',
  foundBlock: 'bigint',
})
const receivedColumns = totalColumns.pick('received', 'toppedUp')

/** Adds to the total that a split has received and returns it. Locks the row. */
export async function addReceived(
  db: Queryable,
  input: SplitAsset & { merchant: Address; units: bigint; usdMicros: bigint },
): Promise<SplitTotal> {
  const { chainId, split, token, merchant, units, usdMicros } = input
  const total = await receivedColumns.find(
    db,
    `insert into split_totals (chain_id, split, token, merchant, received, received_micros)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (chain_id, split, token) do update
     set received = split_totals.received + excluded.received,
       received_micros = split_totals.received_micros + excluded.received_micros
     returning ${receivedColumns.fields}`,
    [chainId, split, token, merchant, units, usdMicros],
  )
  return total ?? { received: baseUnits(0n), toppedUp: baseUnits(0n) }
}

/**
 * Inserts the total of a split that has paid out everything it received. Returns false when it has
 * a total.
 */
export async function insertTotal(
  db: Queryable,
  { chainId, split, token, merchant, units }: SplitAsset & { merchant: Address; units: bigint },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into split_totals (chain_id, split, token, merchant, received, released)
     values ($1, $2, $3, $4, $5, $5) on conflict (chain_id, split, token) do nothing`,
    [chainId, split, token, merchant, units],
  )
  return rowCount === 1
}

/**
 * Adds to the total that a split has released and returns the value of the release: its part of the
 * remaining value, so that the last unit takes the last micro-dollar.
 */
export async function addReleased(
  db: Queryable,
  { chainId, split, token, units }: SplitAsset & { units: bigint },
): Promise<Micros> {
  const { rows } = await db.query<{ worth: string }>(
    `with held as (
       select received - released as units, received_micros - released_micros as micros
       from split_totals where chain_id = $1 and split = $2 and token = $3 for update
     ), paid as (
       select case when units <= 0 then 0 when $4::numeric >= units then micros
         else trunc(micros * $4::numeric / units) end as worth
       from held
     )
     update split_totals set released = released + $4::numeric,
       released_micros = released_micros + paid.worth
     from paid where chain_id = $1 and split = $2 and token = $3
     returning paid.worth`,
    [chainId, split, token, units],
  )
  return micros(BigInt(rows[0]?.worth ?? 0))
}

/** Reverses `addReleased`. */
export async function reverseReleased(
  db: Queryable,
  input: SplitAsset & { units: bigint; usdMicros: bigint },
): Promise<void> {
  await db.query(
    `update split_totals set released = released - $4, released_micros = released_micros - $5
     where chain_id = $1 and split = $2 and token = $3`,
    [input.chainId, input.split, input.token, input.units, input.usdMicros],
  )
}

/** Adds to the amount that a recipient was paid. */
export async function addPayout(
  db: Queryable,
  input: SplitAsset & { merchant: Address; account: Address; units: bigint },
): Promise<void> {
  await db.query(
    `insert into split_payouts (chain_id, split, token, account, merchant, released)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (chain_id, split, token, account) do update
     set released = split_payouts.released + excluded.released`,
    [input.chainId, input.split, input.token, input.account, input.merchant, input.units],
  )
}

/**
 * Lists the amount that each recipient of a split was paid, including the confirmed releases of a
 * transaction, if one is given, that are not in the ledger yet.
 */
export async function listPayouts(
  db: Queryable,
  input: SplitAsset & { transactionHash: Hash | null },
): Promise<{ account: Address; units: BaseUnits }[]> {
  const { rows } = await db.query<{ account: Address; units: string }>(
    `select account, sum(units) as units from (
       select account, released as units from split_payouts
       where chain_id = $1 and split = $2 and token = $3
       union all
       select account, units from releases
       where chain_id = $1 and tx_hash = $4 and split = $2 and token = $3 and state = 'confirmed'
         and ledger_revision % 2 = 0
     ) as paid
     group by account`,
    [input.chainId, input.split, input.token, input.transactionHash],
  )
  return rows.map(({ account, units }) => ({ account, units: toBaseUnits(units) }))
}
