import type { Principal } from '../../../auth/caller.js'
import {
  endCashier,
  findCashier,
  insertCashier,
  listCashiers,
  lockCashier,
  type StoredCashier,
  updateCashier as updateRow,
} from '../../../auth/devices/cashier-store.js'
import { lockDevicesOf } from '../../../auth/devices/device-store.js'
import { noPins } from '../../../auth/devices/pins/pin-attempts.js'
import type { PinHasher } from '../../../auth/devices/pins/pin-hasher.js'
import { lockMerchant } from '../../../auth/merchants/merchant-store.js'
import { type CashierRight, cashierRights } from '../../../auth/roles.js'
import { AppError, invalidInput } from '../../../lib/errors.js'
import { choice, displayText, listOf } from '../../../lib/fields/field-rules.js'
import { readFields } from '../../../lib/fields/read-fields.js'
import { type Context, inTransaction } from '../../../platform/context.js'
import { maxOfMerchant } from '../../../platform/limits/max-of.js'
import { recordChange } from '../../audit/record-change.js'
import { readNewPin } from './read-pin.js'

const cashierRules = {
  name: displayText({ maxLength: 60, isRequired: true }),
  rights: listOf(choice(cashierRights), { max: cashierRights.length, keyOf: (right) => right }),
}

const defaultRights: readonly CashierRight[] = ['sell', 'see_own_sales']

/**
 * Creates a cashier with a PIN.
 *
 * @throws {AppError} `invalid_input`, also when there are too many cashiers; `rate_limited`.
 */
export async function createCashier(
  ctx: Context,
  input: { by: Principal; id: string; body: { pin: unknown }; pins: PinHasher; network: string },
): Promise<StoredCashier> {
  const { by, id, pins, network } = input
  const { merchant } = by
  const { name, rights = defaultRights } = readCashier(input.body)
  if (name === undefined) throw invalidInput('name is required.')
  const pinHash = await pins.hash({ merchant, id }, readNewPin(input.body.pin), { network })
  return inTransaction(ctx, async (inTx) => {
    await lockMerchant(inTx.db, merchant)
    const cashiers = await listCashiers(inTx.db, merchant)
    const existing = cashiers.find((cashier) => cashier.id === id)
    if (existing) return existing
    const max = maxOfMerchant(ctx.config, 'cashiers', merchant)
    if (cashiers.length >= max) {
      throw invalidInput(`The limit of ${max} cashiers is reached. Delete a cashier first.`)
    }
    const createdAt = ctx.now()
    const cashier = { merchant, id, name, rights, pinHash, ...noPins, createdAt }
    await insertCashier(inTx.db, cashier)
    const after = { name, rights }
    await recordChange(inTx, { by, action: 'cashier.created', target: id, before: null, after })
    return cashier
  })
}

/**
 * Changes the name, rights or PIN of a cashier. Rights count from the next request. A new PIN ends
 * a lock, and locks the registers that the cashier has unlocked.
 *
 * @throws {AppError} `invalid_input`, `not_found`, `rate_limited`.
 */
export async function updateCashier(
  ctx: Context,
  input: { by: Principal; id: string; body: { pin?: unknown }; pins: PinHasher; network: string },
): Promise<StoredCashier> {
  const { by, id, body, pins, network } = input
  const { merchant } = by
  const change = readCashier(body)
  // Before the hash, which takes time: requests for unknown cashiers must not occupy its thread.
  if (!(await findCashier(ctx.db, { merchant, id }))) throw noSuchCashier()
  const pin = body.pin === undefined ? null : readNewPin(body.pin)
  const pinHash = pin === null ? null : await pins.hash({ merchant, id }, pin, { network })
  return inTransaction(ctx, async (inTx) => {
    const cashier = await lockCashier(inTx.db, { merchant, id })
    if (!cashier) throw noSuchCashier()
    const updated = { ...cashier, ...change, ...(pinHash !== null && { pinHash, ...noPins }) }
    await updateRow(inTx.db, updated)
    if (pinHash !== null) await lockDevicesOf(inTx.db, { merchant, cashierId: id, at: ctx.now() })
    const before = { name: cashier.name, rights: cashier.rights }
    const after = { name: updated.name, rights: updated.rights }
    if (JSON.stringify(before) !== JSON.stringify(after)) {
      await recordChange(inTx, { by, action: 'cashier.updated', target: id, before, after })
    }
    if (pinHash !== null) {
      const record = { before: null, after: null }
      await recordChange(inTx, { by, action: 'cashier.pin_changed', target: id, ...record })
    }
    return updated
  })
}

/**
 * Deletes a cashier, effective from the next request of a register. Their sales stay.
 *
 * @throws {AppError} `not_found`.
 */
export async function deleteCashier(
  ctx: Context,
  { by, id }: { by: Principal; id: string },
): Promise<void> {
  const { merchant } = by
  await inTransaction(ctx, async (inTx) => {
    const cashier = await lockCashier(inTx.db, { merchant, id })
    if (!cashier) throw noSuchCashier()
    await endCashier(inTx.db, { merchant, id, endedAt: ctx.now() })
    await lockDevicesOf(inTx.db, { merchant, cashierId: id, at: ctx.now() })
    const before = { name: cashier.name, rights: cashier.rights }
    await recordChange(inTx, { by, action: 'cashier.deleted', target: id, before, after: null })
  })
}

function readCashier(body: object) {
  const { accepted, problems } = readFields(cashierRules, body)
  if (problems.length > 0) throw invalidInput(`${problems.join('. ')}.`)
  return accepted
}

export function noSuchCashier(): AppError {
  return new AppError('not_found', 'No cashier has this id. List them with GET /api/cashiers.')
}
