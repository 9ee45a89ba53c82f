import type { UnixMs } from '../../../lib/time.js'
import { toTime } from '../../db/columns.js'
import { databaseNow } from '../../db/database-now.js'
import type { Queryable } from '../../db/db.js'
import type { SignerRef } from './outgoing.js'

/** The right to give out a signer's nonces. */
export type SignerLease = SignerRef & { owner: string; epoch: bigint; leaseMs: number }

/** The first nonce that nobody seems to hold. */
export type Gap = { nonce: number; since: UnixMs }

/** Takes a signer that nobody has, or keeps the one we have; `null` while it is somebody else's. */
export async function takeSigner(
  db: Queryable,
  wanted: Omit<SignerLease, 'epoch'>,
): Promise<{ lease: SignerLease; now: UnixMs; gap: Gap | null; balance: bigint | null } | null> {
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
 * Prolongs the lease and keeps its row until the transaction ends, so that nobody can take over in between. False
 * when somebody else has it now: then nothing may be written.
 */
export async function holdSigner(db: Queryable, lease: SignerLease): Promise<boolean> {
  const { rowCount } = await db.query(
    `update outgoing_signers set leased_until = ${databaseNow} + $5::bigint
     where chain_id = $1 and signer = $2 and owner = $3 and epoch = $4`,
    [lease.chainId, lease.signer, lease.owner, lease.epoch, lease.leaseMs],
  )
  return rowCount === 1
}

/** Lets go, so that the next one need not wait for the lease to run out. */
export async function releaseSigner(
  db: Queryable,
  { chainId, signer, owner }: SignerRef & { owner: string },
): Promise<void> {
  await db.query(
    `update outgoing_signers set owner = null, leased_until = 0
     where chain_id = $1 and signer = $2 and owner = $3`,
    [chainId, signer, owner],
  )
}

/** Keeps what was last seen of a signer that the transaction holds. */
export async function noteSigner(
  db: Queryable,
  { chainId, signer, balance, gap }: SignerRef & { balance: bigint; gap: Gap | null },
): Promise<void> {
  await db.query(
    `update outgoing_signers set balance = $3, gap_nonce = $4, gap_since = $5
     where chain_id = $1 and signer = $2`,
    [chainId, signer, balance, gap?.nonce ?? null, gap?.since ?? null],
  )
}
