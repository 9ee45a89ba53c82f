import type { Static } from 'typebox'
import { deviceOf, type Seller, type SellingCashier, sellerOf } from '../../../auth/caller.js'
import type { Device } from '../../../auth/devices/devices.js'
import { anyone, device } from '../../../auth/guards.js'
import { AppError, invalidInput } from '../../../lib/errors.js'
import { requireDisplayText } from '../../../lib/fields/field-rules.js'
import { centsFromDecimal } from '../../../lib/money.js'
import { type ReceiptStatus, statusFacts } from '../../../lib/receipt-statuses.js'
import type { Context } from '../../../platform/context.js'
import type { Routes } from '../../../platform/feature.js'
import { createPaymentUrls } from '../../receipts/create/payment-url.js'
import { findReceipt, noSuchReceipt } from '../../receipts/read/get-receipt.js'
import { isOwnSale, ownSalesAt } from '../../receipts/read/own-sales.js'
import { noSuchRegister } from '../change-register.js'
import { showPercents } from '../read-register.js'
import { findByCode, findSale, updateSale, updateTip } from '../register-store.js'
import { SaleBody, SaleResponse, TagParams, TagResponse, TipBody } from '../schemas.js'

/** The current sale of a register, for the display that faces the buyer. */
export const saleRoutes: Routes = async (app, { ctx }) => {
  const mayShow = device({ may: 'sell', displays: true })

  app.get(
    '/api/devices/sale',
    {
      config: { outage: 'refuse', guard: mayShow },
      schema: {
        summary: "Get the current sale of this device's register",
        response: { 200: SaleResponse },
      },
    },
    async (request) => describeSale(ctx, deviceOf(request)),
  )

  app.put(
    '/api/devices/sale',
    {
      config: { outage: 'refuse', guard: device({ may: 'sell' }) },
      schema: {
        summary: 'Show a sale on the customer display, or clear it',
        description:
          'A cart that the same cashier changes keeps its tip. Clear the display before the next sale.',
        body: SaleBody,
        response: { 200: SaleResponse },
      },
    },
    async (request) => {
      await showSale(ctx, sellerOf(request), request.body)
      return describeSale(ctx, deviceOf(request))
    },
  )

  app.put(
    '/api/devices/sale/tip',
    {
      config: { outage: 'refuse', guard: mayShow, stores: 'little' },
      schema: {
        summary: 'Set the tip of the current sale',
        description:
          'The buyer chooses it on the display. The register adds it to the receipt that it creates.',
        body: TipBody,
        response: { 200: SaleResponse },
      },
    },
    async (request) => {
      const caller = deviceOf(request)
      await setTip(ctx, caller, request.body.tip)
      return describeSale(ctx, caller)
    },
  )
}

/** The fixed address of a register, which a printed QR code or an NFC sticker has. */
export const tagRoutes: Routes = async (app, { ctx }) => {
  app.get(
    '/api/tags/:code',
    {
      config: { outage: 'refuse', guard: anyone({ limit: 'tags' }) },
      schema: {
        summary: 'Get the sale that waits at a register',
        description:
          'The code is part of the address `/t/{code}` of the register. `sale` is `null` until the cashier charges a sale, and once it is paid.',
        params: TagParams,
        response: { 200: TagResponse },
      },
    },
    async (request) => {
      const register = await findByCode(ctx.db, request.params.code.toLowerCase())
      if (!register) throw new AppError('not_found', 'No register has this code.')
      const { merchant, id, sale } = register
      const receipt = sale?.receiptId
        ? await findReceipt(ctx, { merchant, id: sale.receiptId })
        : null
      const isWaiting = receipt?.registerId === id && isPayable(receipt.status)
      const paymentUrlOf = await createPaymentUrls(ctx)
      return {
        ok: true as const,
        sale: receipt && isWaiting ? { paymentUrl: paymentUrlOf(receipt) } : null,
      }
    },
  )
}

function isPayable(status: ReceiptStatus): boolean {
  return status !== 'failed' && !statusFacts[status].isSettled
}

/** A cart keeps its tip while the same cashier changes it. */
async function showSale(
  ctx: Context,
  by: Seller,
  { cart, receiptId }: Static<typeof SaleBody>,
): Promise<void> {
  if (!('registerId' in by)) throw new Error('no register shows this sale')
  const { merchant, registerId: id, cashier } = by
  if (!cart) return updateSale(ctx.db, { merchant, id, sale: null })
  requireCents('cart.total', cart.total)
  const lines = cart.lines.map((line) => ({
    ...line,
    label: requireDisplayText('label', line.label, { maxLength: 200 }),
  }))
  if (receiptId !== undefined) await requireShowable(ctx, by, receiptId)
  const before = await findSale(ctx.db, { merchant, id })
  const tip = before?.sale?.cashier === cashier ? before.sale.tip : null
  const updatedAt = ctx.now()
  const sale = { cashier, cart: { ...cart, lines }, receiptId: receiptId ?? null, tip, updatedAt }
  await updateSale(ctx.db, { merchant, id, sale })
}

/** A schema cannot check decimals: as a float, 68.71 is no multiple of 0.01. */
function requireCents(name: string, amount: number): void {
  if (centsFromDecimal(amount) === null) throw invalidInput(`${name} has at most two decimals.`)
}

/** Requires a receipt of this register that the cashier may see. */
async function requireShowable(ctx: Context, by: SellingCashier, receiptId: string): Promise<void> {
  const receipt = await findReceipt(ctx, { merchant: by.merchant, id: receiptId })
  const isSoldHere = receipt?.registerId === by.registerId
  if (!receipt || !isSoldHere || !isOwnSale(receipt, ownSalesAt(by))) throw noSuchReceipt()
}

/** A receipt has a fixed total, so the tip must come before it. */
async function setTip(ctx: Context, caller: Device, tip: number): Promise<void> {
  requireCents('tip', tip)
  const { merchant, registerId: id } = caller
  const { sale } = await getSale(ctx, caller)
  if (!sale) {
    throw new AppError(
      'not_found',
      'Nothing is being sold at this register. Show a sale first: PUT /api/devices/sale.',
    )
  }
  const isSet = !sale.receiptId && (await updateTip(ctx.db, { merchant, id, sale, tip }))
  if (isSet) return
  throw new AppError(
    'conflict',
    'The sale has changed in the meantime, or its receipt exists. Get it again.',
  )
}

/** Returns the current sale for a device. A cashier does not see the sale of another one. */
async function getSale(ctx: Context, { merchant, registerId: id, deviceKind, cashier }: Device) {
  const current = await findSale(ctx.db, { merchant, id })
  if (!current) throw noSuchRegister()
  const { name, sale, tipPresets } = current
  const isVisible =
    deviceKind === 'display' ||
    sale?.cashier === cashier?.id ||
    cashier?.rights.includes('see_all_sales')
  return { register: { id, name }, sale: isVisible ? sale : null, tipPresets }
}

async function describeSale(ctx: Context, caller: Device) {
  const { merchant } = caller
  const { register, sale, tipPresets } = await getSale(ctx, caller)
  const receipt = sale?.receiptId && (await findReceipt(ctx, { merchant, id: sale.receiptId }))
  const paymentUrlOf = await createPaymentUrls(ctx)
  return {
    ok: true as const,
    register,
    sale: sale && {
      ...sale.cart,
      lines: [...sale.cart.lines],
      tip: sale.tip,
      receipt: receipt
        ? { receiptId: receipt.id, status: receipt.status, paymentUrl: paymentUrlOf(receipt) }
        : null,
      updatedAt: sale.updatedAt,
    },
    tipPresets: showPercents(tipPresets),
  }
}
