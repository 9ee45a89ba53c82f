import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import { toTime } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import { defineColumns } from '../../platform/db/define-columns.js'
import type { SplitHistory } from './read-history.js'
import type { Split } from './split.js'

const splitColumns = defineColumns<Split>({
  merchant: 'text',
  version: 'int',
  address: 'text',
  chainId: 'number',
  recipients: 'json',
  isRegistered: 'boolean',
  createdAt: 'time',
  createdBy: 'text',
  installationId: 'text',
  salt: 'text',
})

/** Finds the newest of a merchant's splits whose contract belongs to the merchant. */
export async function findLatest(db: Queryable, merchant: Address): Promise<Split | null> {
  return splitColumns.find(
    db,
    `select ${splitColumns.fields} from splits join split_contracts using (chain_id, address, merchant)
     where merchant = $1 order by version desc limit 1`,
    [merchant],
  )
}

/** Lists those of these merchants that have a split, as `findLatest` finds it. */
export async function listSplitMerchants(
  db: Queryable,
  merchants: readonly Address[],
): Promise<Address[]> {
  const { rows } = await db.query<{ merchant: Address }>(
    `select distinct merchant from splits join split_contracts using (chain_id, address, merchant)
     where merchant = any($1)`,
    [merchants],
  )
  return rows.map(({ merchant }) => merchant)
}

/** Lists the merchant's contracts on a chain, each with its newest version, newest first. */
export async function listContracts(
  db: Queryable,
  { merchant, chainId, limit }: { merchant: Address; chainId: number; limit: number },
): Promise<Split[]> {
  return splitColumns.list(
    db,
    `select ${splitColumns.fields} from (
       select distinct on (address) ${splitColumns.names}
       from splits join split_contracts using (chain_id, address, merchant)
       where merchant = $1 and chain_id = $2 order by address, version desc
     ) as contracts
     order by version desc limit $3`,
    [merchant, chainId, limit],
  )
}

/** Returns the highest version that the merchant ever had, or 0. */
export async function findLastVersion(db: Queryable, merchant: Address): Promise<number> {
  const { rows } = await db.query<{ version: number | null }>(
    'select max(version) as version from splits where merchant = $1',
    [merchant],
  )
  return rows[0]?.version ?? 0
}

/** Finds the merchant's newest split at an address. */
export async function findAt(
  db: Queryable,
  { merchant, address }: { merchant: Address; address: Address },
): Promise<Split | null> {
  return splitColumns.find(
    db,
    `select ${splitColumns.fields} from splits where merchant = $1 and address = $2
     order by version desc limit 1`,
    [merchant, address],
  )
}

/** Maps the contracts among some addresses to their merchants. */
export async function listContractOwners(
  db: Queryable,
  { chainId, addresses }: { chainId: number; addresses: readonly Address[] },
): Promise<Map<Address, Address>> {
  const { rows } = await db.query<{ address: Address; merchant: Address }>(
    'select address, merchant from split_contracts where chain_id = $1 and address = any($2)',
    [chainId, addresses],
  )
  return new Map(rows.map(({ address, merchant }) => [address, merchant]))
}

/** Lists the addresses of all contracts on a chain. */
export async function listAddresses(db: Queryable, chainId: number): Promise<Address[]> {
  const { rows } = await db.query<{ address: Address }>(
    'select address from split_contracts where chain_id = $1',
    [chainId],
  )
  return rows.map(({ address }) => address)
}

/** Returns when the merchant's n-th latest split was created, or null when there are fewer. */
export async function findNthLatest(
  db: Queryable,
  { merchant, n }: { merchant: Address; n: number },
): Promise<UnixMs | null> {
  const { rows } = await db.query<{ created_at: string }>(
    'select created_at from splits where merchant = $1 order by version desc offset $2 limit 1',
    [merchant, n - 1],
  )
  return rows[0] ? toTime(rows[0].created_at) : null
}

/**
 * Inserts a version and makes its contract the merchant's. Returns false when the contract belongs
 * to another merchant. The caller must hold the merchant's lock, so that version numbers are
 * unique. The history of a contract is that of its first registration, since which its payouts are
 * indexed.
 */
export async function insertSplit(
  db: Queryable,
  { history = null, ...split }: Split & { history?: SplitHistory | null },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `with owned as (
       insert into split_contracts (chain_id, address, merchant, history) values ($4, $3, $1, $10)
       on conflict (chain_id, address) do update set merchant = excluded.merchant
       where split_contracts.merchant = excluded.merchant
       returning merchant
     )
     insert into splits (${splitColumns.names}) select merchant, $2, $3, $4, $5, $6, $7, $8, $9, $11 from owned`,
    [
      split.merchant,
      split.version,
      split.address,
      split.chainId,
      JSON.stringify(split.recipients),
      split.isRegistered,
      split.createdAt,
      split.createdBy,
      split.installationId,
      history && JSON.stringify(history),
      split.salt ?? null,
    ],
  )
  return rowCount === 1
}
