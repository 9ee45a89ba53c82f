import { randomInt } from 'node:crypto'
import type { Principal } from '../../auth/caller.js'
import { endDevices } from '../../auth/devices/device-store.js'
import { lockMerchant } from '../../auth/merchants/merchant-store.js'
import { AppError, invalidInput } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import { type Context, inTransaction, type TxContext } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { isStale, staleRevision } from '../../platform/http/revisions.js'
import { maxOfMerchant } from '../../platform/limits/max-of.js'
import { rememberedDb } from '../../platform/snapshot/statements.js'
import { recordChange } from '../audit/record-change.js'
import { readRegister, showPercents } from './read-register.js'
import {
  deleteRegister as deleteRow,
  findRegister,
  insertRegister,
  listRegisters,
  lockRegister,
  type Register,
  type RegisterSettings,
  updateRegister as updateRow,
} from './register-store.js'

const defaults: Omit<RegisterSettings, 'name'> = {
  items: null,
  tipPresets: [],
  jurisdictionCode: null,
  footer: '',
  receiptWidth: 80,
}

/** Without letters and digits that look alike: people type it from a sticker. */
const codeLetters = '23456789abcdefghjkmnpqrstvwxyz'
const codeLength = 8

/**
 * Creates a register.
 *
 * @throws {AppError} `invalid_input`, also when there are too many registers.
 */
export async function createRegister(
  ctx: Context,
  { by, id, body }: { by: Principal; id: string; body: object },
): Promise<Register> {
  const { merchant } = by
  const { name, ...settings } = readRegister(body)
  if (name === undefined) throw invalidInput('name is required.')
  return inTransaction(ctx, async (inTx) => {
    await lockMerchant(inTx.db, merchant)
    const registers = await listRegisters(inTx.db, merchant)
    const existing = registers.find((register) => register.id === id)
    if (existing) return existing
    const max = maxOfMerchant(ctx.config, 'registers', merchant)
    if (registers.length >= max) {
      throw invalidInput(`The limit of ${max} registers is reached. Delete a register first.`)
    }
    const now = ctx.now()
    const times = { createdAt: now, updatedAt: now }
    const register = await insertWithCode(inTx, {
      merchant,
      id,
      ...defaults,
      ...settings,
      name,
      revision: 1,
      ...times,
    })
    const after = settingsOf(register)
    await recordChange(inTx, { by, action: 'register.created', target: id, before: null, after })
    return register
  })
}

async function insertWithCode(
  { db }: Pick<TxContext, 'db'>,
  register: Omit<Register, 'code'>,
): Promise<Register> {
  for (;;) {
    const created = { ...register, code: newCode() }
    if (await insertRegister(db, created)) return created
  }
}

function newCode(): string {
  return Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]).join(
    '',
  )
}

/**
 * Changes the given settings of a register.
 *
 * @throws {AppError} `invalid_input`, `not_found`; `conflict` with the current register when it has
 *   another revision than `expectedRevision`.
 */
export async function updateRegister(
  ctx: Context,
  input: { by: Principal; id: string; body: object; expectedRevision: number | null },
): Promise<Register> {
  const { by, id, expectedRevision } = input
  const { merchant } = by
  const change = readRegister(input.body)
  return inTransaction(ctx, async (inTx) => {
    const register = await lockRegister(inTx.db, { merchant, id })
    if (!register) throw noSuchRegister()
    if (isStale(expectedRevision, register.revision)) {
      throw staleRevision(describeRegister(register))
    }
    const updated = { ...register, ...change }
    const before = settingsOf(register)
    const after = settingsOf(updated)
    if (JSON.stringify(before) === JSON.stringify(after)) return register
    const newRegister = { ...updated, revision: register.revision + 1, updatedAt: ctx.now() }
    await updateRow(inTx.db, newRegister)
    await recordChange(inTx, { by, action: 'register.updated', target: id, before, after })
    return newRegister
  })
}

/**
 * Deletes a register and ends its devices. Its sales stay.
 *
 * @throws {AppError} `not_found`.
 */
export async function deleteRegister(
  ctx: Context,
  { by, id }: { by: Principal; id: string },
): Promise<void> {
  const { merchant } = by
  await inTransaction(ctx, async (inTx) => {
    const register = await lockRegister(inTx.db, { merchant, id })
    if (!register) throw noSuchRegister()
    const now = ctx.now()
    await deleteRow(inTx.db, { merchant, id, deletedAt: now })
    const devices = await endDevices(inTx.db, { merchant, registerId: id, endedAt: now })
    const before = { name: register.name, devices }
    await recordChange(inTx, { by, action: 'register.deleted', target: id, before, after: null })
  })
}

/**
 * Returns a register. While the database is unavailable, the snapshot has it, in the list of the
 * merchant's registers.
 *
 * @throws {AppError} `not_found`.
 */
export async function getRegister(
  ctx: Pick<Context, 'db' | 'snapshot'>,
  { merchant, id }: { merchant: Address; id: string },
): Promise<Register> {
  const register = await findOrRecall(ctx, { merchant, id })
  if (!register) throw noSuchRegister()
  return register
}

async function findOrRecall(
  { db, snapshot }: Pick<Context, 'db' | 'snapshot'>,
  which: { merchant: Address; id: string },
): Promise<Register | null> {
  const { merchant, id } = which
  try {
    return await findRegister(db, which)
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    const registers = await listRegisters(rememberedDb(snapshot, merchant), merchant)
    return registers.find((register) => register.id === id) ?? null
  }
}

/** Returns a register as responses show it. */
export function describeRegister({ merchant: _, tipPresets, ...register }: Register) {
  return {
    ...register,
    items: register.items && [...register.items],
    tipPresets: showPercents(tipPresets),
  }
}

function settingsOf(register: Register) {
  const { name, items, tipPresets, jurisdictionCode, footer, receiptWidth } = register
  return { name, items, tipPresets, jurisdictionCode, footer, receiptWidth }
}

export function noSuchRegister(): AppError {
  return new AppError('not_found', 'No register has this id. List them with GET /api/registers.')
}
