import type { DeviceKind } from '../../../auth/devices/device-store.js'
import type { PersonId } from '../../../auth/person-id.js'
import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'
import { defineColumns } from '../../../platform/db/define-columns.js'

/** A code that pairs one device. */
export type Pairing = {
  codeHash: Buffer
  merchant: Address
  registerId: string
  kind: DeviceKind
  createdBy: PersonId
  expiresAt: UnixMs
  usedAt: UnixMs | null
}

const columns = defineColumns<Pairing>({
  codeHash: 'bytes',
  merchant: 'text',
  registerId: 'text',
  kind: 'text',
  createdBy: 'text',
  expiresAt: 'time',
  usedAt: 'time',
})

export async function insertPairing(db: Queryable, pairing: Pairing): Promise<void> {
  await db.query(
    `insert into device_pairings (${columns.names}) values (${columns.placeholders})`,
    columns.paramsOf(pairing),
  )
}

/** Uses a code and returns its pairing. Null if it is unknown, expired or used. */
export function usePairing(
  db: Queryable,
  { codeHash, now }: { codeHash: Buffer; now: UnixMs },
): Promise<Pairing | null> {
  return columns.find(
    db,
    `update device_pairings set used_at = $2
     where code_hash = $1 and used_at is null and expires_at > $2 returning ${columns.fields}`,
    [codeHash, now],
  )
}

/** Deletes codes that expired before a time, and returns how many. */
export async function deleteOldPairings(db: Queryable, before: UnixMs): Promise<number> {
  const { rowCount } = await db.query('delete from device_pairings where expires_at < $1', [before])
  return rowCount
}
