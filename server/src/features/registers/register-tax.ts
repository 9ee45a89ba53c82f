import type { Seller } from '../../auth/caller.js'
import { requireCashierRight } from '../../auth/devices/require-admitted.js'
import type { Context } from '../../platform/context.js'
import { foldCode } from '../tax/jurisdiction.js'
import type { GivenTax } from '../tax/resolve-sale-tax.js'
import { getRegister } from './change-register.js'

/**
 * Returns the body of a sale with the jurisdiction of its register, unless it states its tax. A
 * cashier who states another tax needs the right `discount`: without tax, a sale costs less.
 *
 * @throws {AppError} `forbidden`, `not_found`.
 */
export async function withRegisterTax<Body extends GivenTax>(
  ctx: Context,
  { by, body }: { by: Seller; body: Body },
): Promise<Body> {
  if (!('registerId' in by)) return body
  const { merchant, registerId: id } = by
  const { jurisdictionCode } = await getRegister(ctx, { merchant, id })
  if (!isTaxOf(jurisdictionCode, body)) requireCashierRight(by, ['discount'], 'to change the tax')
  const statesTax = isGiven(body.jurisdictionCode) || isGiven(body.taxRate)
  return jurisdictionCode === null || statesTax ? body : { ...body, jurisdictionCode }
}

/** Returns whether a sale states no tax other than the full tax of a jurisdiction. */
function isTaxOf(
  code: string | null,
  { jurisdictionCode: statedCode, taxRate, taxComponents }: GivenTax,
): boolean {
  if (isGiven(taxRate) || isGiven(taxComponents)) return false
  if (!isGiven(statedCode)) return true
  return code !== null && typeof statedCode === 'string' && foldCode(statedCode) === foldCode(code)
}

function isGiven(field: unknown): boolean {
  const isEmpty = field === '' || (Array.isArray(field) && field.length === 0)
  return field !== undefined && field !== null && !isEmpty
}
