import type { UnixMs } from '../../../../lib/time.js'
import { databaseNow } from '../../../db/columns.js'
import type { Queryable } from '../../../db/db.js'
import { defineColumns } from '../../../db/define-columns.js'
import type { SignerRef } from '../outgoing.js'

/** The exclusive right to assign a signer's nonces. */
export type SignerLease = SignerRef & { owner: string; epoch: bigint; leaseMs: number }

/** The first nonce that no transaction seems to use. */
export type NonceGap = { nonce: number; since: UnixMs }

type StoredSigner = {
  owner: string | null
  epoch: bigint
  leasedUntil: UnixMs
  gapNonce: number | null
  gapSince: UnixMs | null
  balance: bigint | null
}

const acquiredColumns = defineColumns<StoredSigner>({
  owner: 'text',
  epoch: 'bigint',
  leasedUntil: 'time',
  gapNonce: 'number',
  gapSince: 'time',
  balance: 'bigint',
})
  .omit('owner', 'leasedUntil')
  .with<{ now: UnixMs }>({ now: { kind: 'time', sql: databaseNow } })

/** Acquires a free lease or renews our own. Returns `null` while another process holds it. */
export async function acquireSignerLease(
  db: Queryable,
  request: Omit<SignerLease, 'epoch'>,
): Promise<{
  lease: SignerLease
  now: UnixMs
  gap: NonceGap | null
  balance: bigint | null
} | null> {
  const acquired = await acquiredColumns.find(
    db,
    `insert into outgoing_signers as held (chain_id, signer, owner, epoch, leased_until)
     values ($1, $2, $3, 1, ${databaseNow} + $4::bigint)
     on conflict (chain_id, signer) do update
     set owner = excluded.owner, leased_until = excluded.leased_until,
       epoch = held.epoch + case when held.owner = excluded.owner then 0 else 1 end
     where held.owner = excluded.owner or held.leased_until <= ${databaseNow}
     returning ${acquiredColumns.fields}`,
    [request.chainId, request.signer, request.owner, request.leaseMs],
  )
  if (!acquired) return null
  const { epoch, now, balance, gapNonce: nonce, gapSince: since } = acquired
  const gap = nonce === null || since === null ? null : { nonce, since }
  return { lease: { ...request, epoch }, now, balance, gap }
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
