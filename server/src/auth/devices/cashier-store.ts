import type { Address } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'
import { defineColumns } from '../../platform/db/define-columns.js'
import type { CashierRight } from '../roles.js'
import type { CashierPins } from './pins/pin-attempts.js'

export type CashierRef = { merchant: Address; id: string }

/** A cashier with the hash of their PIN. */
export type StoredCashier = CashierRef &
  CashierPins & {
    name: string
    rights: readonly CashierRight[]
    pinHash: string
    createdAt: UnixMs
  }

const columns = defineColumns<StoredCashier>({
  merchant: 'text',
  id: 'text',
  name: 'text',
  rights: 'texts',
  pinHash: 'text',
  wrongPins: 'int',
  pinLocks: 'int',
  lockedUntil: 'time',
  forgivenAt: 'time',
  createdAt: 'time',
})

/**
 * Lists the cashiers of a merchant, oldest first. The snapshot for outages records this statement.
 */
export function listCashiers(db: Queryable, merchant: Address): Promise<StoredCashier[]> {
  return columns.list(
    db,
    `select ${columns.fields} from cashiers
     where merchant = $1 and ended_at is null order by created_at, id`,
    [merchant],
  )
}

export function findCashier(db: Queryable, which: CashierRef): Promise<StoredCashier | null> {
  return columns.find(
    db,
    `select ${columns.fields} from cashiers where merchant = $1 and id = $2 and ended_at is null`,
    [which.merchant, which.id],
  )
}

/** Locks a cashier until the transaction ends. */
export function lockCashier(db: Queryable, which: CashierRef): Promise<StoredCashier | null> {
  return columns.find(
    db,
    `select ${columns.fields} from cashiers
     where merchant = $1 and id = $2 and ended_at is null for update`,
    [which.merchant, which.id],
  )
}

export async function insertCashier(db: Queryable, cashier: StoredCashier): Promise<void> {
  await db.query(
    `insert into cashiers (${columns.names}) values (${columns.placeholders})`,
    columns.paramsOf(cashier),
  )
}

/** Updates a cashier that the transaction has locked. */
export async function updateCashier(db: Queryable, cashier: StoredCashier): Promise<void> {
  await db.query(
    `update cashiers set name = $3, rights = $4, pin_hash = $5, wrong_pins = $6, pin_locks = $7,
       locked_until = $8, forgiven_at = $9
     where merchant = $1 and id = $2`,
    [
      cashier.merchant,
      cashier.id,
      cashier.name,
      cashier.rights,
      cashier.pinHash,
      cashier.wrongPins,
      cashier.pinLocks,
      cashier.lockedUntil,
      cashier.forgivenAt,
    ],
  )
}

/** Ends a cashier and forgets the PIN. The name stays, because sales refer to it. */
export async function endCashier(
  db: Queryable,
  { merchant, id, endedAt }: CashierRef & { endedAt: UnixMs },
): Promise<void> {
  await db.query(
    `update cashiers set ended_at = $3, pin_hash = null where merchant = $1 and id = $2`,
    [merchant, id, endedAt],
  )
}
