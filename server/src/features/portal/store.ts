import type { Address, Hash } from '../../lib/hex.js'
import { type UnixMs, unixMs } from '../../lib/time.js'
import { lacksMoney } from '../../platform/chain/outgoing/fragments-store.js'
import {
  toBaseUnits,
  toBigIntOrNull,
  toMicrosOrNull,
  toPpmOrNull,
  toTime,
  toTimeOrNull,
} from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import type { Payment } from '../settlement/payment.js'

/** A merchant that issued a receipt with some id, and whether the service generated that id. */
export type Issuer = { merchant: Address; hasGeneratedId: boolean }

type IssuerRow = { merchant: Address; has_generated_id: boolean }

/** Lists merchants with a receipt of this id. Bounded, because anyone can choose the id of another merchant. */
export async function listIssuers(db: Queryable, id: string): Promise<Issuer[]> {
  const { rows } = await db.query<IssuerRow>(
    `select merchant, has_generated_id from receipts where id = $1
     order by has_generated_id desc, created_at limit 20`,
    [id],
  )
  return rows.map(toIssuer)
}

/** Lists merchants with a receipt of this id whose wallet or split is `recipient`. */
export async function listIssuersPaidAt(
  db: Queryable,
  { id, recipient, chainId }: { id: string; recipient: Address; chainId: number },
): Promise<Issuer[]> {
  const { rows } = await db.query<IssuerRow>(
    `select merchant, has_generated_id from receipts where merchant = $2 and id = $1
     union
     select r.merchant, r.has_generated_id from split_contracts s
       join receipts r on r.merchant = s.merchant and r.id = $1
     where s.chain_id = $3 and s.address = $2`,
    [id, recipient, chainId],
  )
  return rows.map(toIssuer)
}

function toIssuer({ merchant, has_generated_id: hasGeneratedId }: IssuerRow): Issuer {
  return { merchant, hasGeneratedId }
}

/** The fields of a payment that a payment page needs. */
export type SeenPayment = Pick<
  Payment,
  | 'chainId'
  | 'transactionHash'
  | 'logIndex'
  | 'token'
  | 'units'
  | 'usdPerUnit'
  | 'usdMicros'
  | 'state'
  | 'mismatch'
  | 'blockNumber'
  | 'paidAt'
>

/** The on-chain state of a receipt. */
export type ChainState = {
  payments: SeenPayment[]
  /** The last indexed block; null before the first. */
  head: bigint | null
  /** The newest safe block; null before the first. */
  safe: bigint | null
  /** When the watch on its deposit address ends; null when it is not watched. */
  watchedUntil: UnixMs | null
  /** When the watch on its native balance ends; 0 when it is not watched. */
  nativeUntil: UnixMs
  /** Whether the relayer of signed payments lacked gas when it last tried to send. */
  lacksGas: boolean
}

type StateRow = {
  head: string | null
  safe: string | null
  watched_until: string | null
  native_until: string | null
  lacks_gas: boolean
  chain_id: string | null
  tx_hash: Hash
  log_index: number
  token: Address
  units: string
  usd_per_unit_ppm: string | null
  usd_micros: string | null
  state: Payment['state']
  mismatch: Payment['mismatch']
  block_number: string
  paid_at: string
}

/** Finds the on-chain state of a receipt. Sums like payments of a transaction, because strangers can make any number of them. */
export async function getChainState(
  db: Queryable,
  receipt: {
    merchant: Address
    receiptId: string
    chainId: number
    depositAddress: Address
    /** The priorities of transactions that share the funds of signed payments. */
    priorities: readonly number[]
  },
): Promise<ChainState> {
  const { merchant, receiptId, chainId, depositAddress, priorities } = receipt
  const { rows } = await db.query<StateRow>(
    `select c.block_number as head, c.safe_number as safe, d.watched_until, d.native_until,
       ${lacksMoney({ chainId: '$3', priorities: '$5' })} as lacks_gas, p.chain_id, p.tx_hash, p.log_index, p.token, p.units, p.usd_per_unit_ppm,
       p.usd_micros, p.state, p.mismatch, p.block_number, p.paid_at
     from (select $3::bigint as chain_id) as here
       left join chain_cursors c on c.chain_id = here.chain_id
       left join deposits d on d.chain_id = here.chain_id and d.address = $4
       left join (
         select chain_id, tx_hash, token, sum(units) as units, usd_per_unit_ppm, sum(usd_micros) as usd_micros,
           state, mismatch, block_number, paid_at, min(log_index) as log_index
         from payments where merchant = $1 and receipt_id = $2
         group by chain_id, tx_hash, token, usd_per_unit_ppm, usd_micros is null, state, mismatch, block_number,
           paid_at
       ) as p on true
     order by p.block_number, p.log_index`,
    [merchant, receiptId, chainId, depositAddress, priorities],
  )
  const [first] = rows
  return {
    payments: rows.flatMap((row) => (row.chain_id === null ? [] : [toPayment(row)])),
    head: toBigIntOrNull(first?.head ?? null),
    safe: toBigIntOrNull(first?.safe ?? null),
    watchedUntil: toTimeOrNull(first?.watched_until ?? null),
    nativeUntil: unixMs(Number(first?.native_until ?? 0)),
    lacksGas: first?.lacks_gas ?? false,
  }
}

function toPayment(row: StateRow): SeenPayment {
  return {
    chainId: Number(row.chain_id),
    transactionHash: row.tx_hash,
    logIndex: row.log_index,
    token: row.token,
    units: toBaseUnits(row.units),
    usdPerUnit: toPpmOrNull(row.usd_per_unit_ppm),
    usdMicros: toMicrosOrNull(row.usd_micros),
    state: row.state,
    mismatch: row.mismatch,
    blockNumber: BigInt(row.block_number),
    paidAt: toTime(row.paid_at),
  }
}
