import type { Address } from '../../lib/hex.js'
import type { Currency } from '../../lib/money.js'
import type { UnixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'
import { defineColumns } from '../../platform/db/define-columns.js'

/** The settings of a register that a merchant changes. */
export type RegisterSettings = {
  name: string
  /** SKUs, or null for the whole catalog. */
  items: readonly string[] | null
  /** In basis points. */
  tipPresets: readonly number[]
  jurisdictionCode: string | null
  footer: string
  /** In millimeters. */
  receiptWidth: number
}

export type Register = RegisterSettings & {
  merchant: Address
  id: string
  /** Part of its address `/t/{code}`. */
  code: string
  revision: number
  createdAt: UnixMs
  updatedAt: UnixMs
}

const columns = defineColumns<Register>({
  merchant: 'text',
  id: 'text',
  name: 'text',
  items: 'texts',
  tipPresets: 'json',
  jurisdictionCode: 'text',
  footer: 'text',
  receiptWidth: 'int',
  code: 'text',
  revision: 'int',
  createdAt: 'time',
  updatedAt: 'time',
})

/**
 * Lists the registers of a merchant, oldest first. The snapshot for outages records this statement.
 */
export function listRegisters(db: Queryable, merchant: Address): Promise<Register[]> {
  return columns.list(
    db,
    `select ${columns.fields} from registers
     where merchant = $1 and deleted_at is null order by created_at, id`,
    [merchant],
  )
}

/** Returns a register, or null. */
export function findRegister(
  db: Queryable,
  { merchant, id }: { merchant: Address; id: string },
): Promise<Register | null> {
  return columns.find(
    db,
    `select ${columns.fields} from registers
     where merchant = $1 and id = $2 and deleted_at is null`,
    [merchant, id],
  )
}

/** The sale that a customer display shows. */
export type CurrentSale = {
  /** The cashier who shows it. */
  cashier: string
  cart: {
    currency: Currency
    /** With tax and fee, without tip. */
    total: number
    lines: readonly { label: string; qty: number; amount: number }[]
  }
  /** The receipt of the sale, once it exists. */
  receiptId: string | null
  /** In the currency of the cart. Null until the buyer or cashier sets one. */
  tip: number | null
  updatedAt: UnixMs
}

/** Returns the current sale of a register and its tip presets, or null without the register. */
export async function findSale(
  db: Queryable,
  { merchant, id }: { merchant: Address; id: string },
): Promise<{ name: string; sale: CurrentSale | null; tipPresets: readonly number[] } | null> {
  const { rows } = await db.query<{
    name: string
    sale: CurrentSale | null
    tip_presets: number[]
  }>(
    'select name, sale, tip_presets from registers where merchant = $1 and id = $2 and deleted_at is null',
    [merchant, id],
  )
  const [row] = rows
  return row ? { name: row.name, sale: row.sale, tipPresets: row.tip_presets } : null
}

export async function updateSale(
  db: Queryable,
  { merchant, id, sale }: { merchant: Address; id: string; sale: CurrentSale | null },
): Promise<void> {
  await db.query('update registers set sale = $3 where merchant = $1 and id = $2', [
    merchant,
    id,
    sale && JSON.stringify(sale),
  ])
}

/** Sets the tip of a sale, unless it has changed in the meantime. Returns whether it did. */
export async function updateTip(
  db: Queryable,
  { merchant, id, sale, tip }: { merchant: Address; id: string; sale: CurrentSale; tip: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update registers set sale = jsonb_set(sale, '{tip}', $4::jsonb)
     where merchant = $1 and id = $2 and sale = $3::jsonb`,
    [merchant, id, JSON.stringify(sale), JSON.stringify(tip)],
  )
  return rowCount === 1
}

/** Returns the merchant, id and current sale of the register with a code, or null. */
export async function findByCode(
  db: Queryable,
  code: string,
): Promise<{ merchant: Address; id: string; sale: CurrentSale | null } | null> {
  const { rows } = await db.query<{ merchant: Address; id: string; sale: CurrentSale | null }>(
    'select merchant, id, sale from registers where code = $1 and deleted_at is null',
    [code],
  )
  return rows[0] ?? null
}

/** Locks a register until the transaction ends. */
export function lockRegister(
  db: Queryable,
  { merchant, id }: { merchant: Address; id: string },
): Promise<Register | null> {
  return columns.find(
    db,
    `select ${columns.fields} from registers
     where merchant = $1 and id = $2 and deleted_at is null for update`,
    [merchant, id],
  )
}

/** Inserts a register. Returns false when its code is taken. */
export async function insertRegister(db: Queryable, register: Register): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into registers (${columns.names}) values (${columns.placeholders})
     on conflict (code) do nothing`,
    columns.paramsOf(register),
  )
  return rowCount === 1
}

/** Updates a register that the transaction has locked. */
export async function updateRegister(db: Queryable, register: Register): Promise<void> {
  await db.query(
    `update registers set name = $3, items = $4, tip_presets = $5, jurisdiction_code = $6, footer = $7,
       receipt_width = $8, revision = $9, updated_at = $10
     where merchant = $1 and id = $2`,
    [
      register.merchant,
      register.id,
      register.name,
      register.items,
      JSON.stringify(register.tipPresets),
      register.jurisdictionCode,
      register.footer,
      register.receiptWidth,
      register.revision,
      register.updatedAt,
    ],
  )
}

export async function deleteRegister(
  db: Queryable,
  { merchant, id, deletedAt }: { merchant: Address; id: string; deletedAt: UnixMs },
): Promise<void> {
  await db.query('update registers set deleted_at = $3 where merchant = $1 and id = $2', [
    merchant,
    id,
    deletedAt,
  ])
}
