import type { UnixMs } from '../../../../lib/time.js'
import { databaseNow, toTime } from '../../../db/columns.js'
import type { Queryable } from '../../../db/db.js'
import type { SignerRef } from '../outgoing.js'

/** The exclusive right to assign a signer's nonces. */
export type SignerLease = SignerRef & { owner: string; epoch: bigint; leaseMs: number }

/** The first nonce that no transaction seems to use. */
export type NonceGap = { nonce: number; since: UnixMs }

/** Acquires a free lease or renews our own. Returns `null` while another process holds it. */
export async function acquireSignerLease(
  db: Queryable,
  wanted: Omit<SignerLease, 'epoch'>,
): Promise<{
  lease: SignerLease
  now: UnixMs
  gap: NonceGap | null
  balance: bigint | null
} | null> {
  const { rows } = await db.query<{
    epoch: string
    now: string
    gap_nonce: string | null
    gap_since: string | null
    balance: string | null
  }>(
    `insert into outgoing_signers as held (chain_id, signer, owner, epoch, leased_until)
     values ($1, $2, $3, 1, ${databaseNow} + $4::bigint)
     on conflict (chain_id, signer) do update
     set owner = excluded.owner, leased_until = excluded.leased_until,
       epoch = held.epoch + case when held.owner = excluded.owner then 0 else 1 end
     where held.owner = excluded.owner or held.leased_until <= ${databaseNow}
     returning epoch, ${databaseNow} as now, gap_nonce, gap_since, balance`,
    [wanted.chainId, wanted.signer, wanted.owner, wanted.leaseMs],
  )
  const row = rows[0]
  if (!row) return null
  return {
    lease: { ...wanted, epoch: BigInt(row.epoch) },
    now: toTime(row.now),
    balance: row.balance === null ? null : BigInt(row.balance),
    gap:
      row.gap_nonce === null
        ? null
        : { nonce: Number(row.gap_nonce), since: toTime(row.gap_since ?? '0') },
  }
}

/**
 * Renews the lease and locks its row until the transaction ends, so that no other process can take
 * over before. Returns false when the lease was lost; then nothing may be written.
 */
export async function renewSignerLease(db: Queryable, lease: SignerLease): Promise<boolean> {
  const { rowCount } = await db.query(
    `update outgoing_signers set leased_until = ${databaseNow} + $5::bigint
     where chain_id = $1 and signer = $2 and owner = $3 and epoch = $4`,
    [lease.chainId, lease.signer, lease.owner, lease.epoch, lease.leaseMs],
  )
  return rowCount === 1
}

/** Ends the lease, so that another process need not wait for it to expire. */
export async function releaseSignerLease(
  db: Queryable,
  { chainId, signer, owner }: SignerRef & { owner: string },
): Promise<void> {
  await db.query(
    `update outgoing_signers set owner = null, leased_until = 0
     where chain_id = $1 and signer = $2 and owner = $3`,
    [chainId, signer, owner],
  )
}

/** Stores the latest balance and nonce gap of a signer. */
export async function saveSignerState(
  db: Queryable,
  { chainId, signer, balance, gap }: SignerRef & { balance: bigint; gap: NonceGap | null },
): Promise<void> {
  await db.query(
    `update outgoing_signers set balance = $3, gap_nonce = $4, gap_since = $5
     where chain_id = $1 and signer = $2`,
    [chainId, signer, balance, gap?.nonce ?? null, gap?.since ?? null],
  )
}
