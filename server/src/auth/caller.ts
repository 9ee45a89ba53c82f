import type { FastifyRequest } from 'fastify'
import { AppError } from '../lib/errors.js'
import { type Address, checksumAddress } from '../lib/hex.js'
import type { Device } from './devices/devices.js'
import type { Developer } from './keys/developer.js'
import { type PersonId, requireWalletOf } from './person-id.js'
import type { PortalPage, PortalRef } from './portal-tokens.js'
import type { CashierRight, Role } from './roles.js'
import type { Person } from './sessions/sessions.js'

/** The authenticated caller of a request. */
export type Caller =
  | Developer
  | Person
  | Device
  | Signer
  | Portal
  | Buyer
  | { readonly kind: 'cron' }

/** The payment page of one receipt. */
type Portal = { readonly kind: 'portal' } & Readonly<PortalPage>

/** A person signed in on that page. A role at the merchant makes no difference there. */
export type Buyer = { readonly kind: 'buyer'; readonly wallet: Address } & Readonly<PortalPage>

/** A wallet that signed this request. `merchant` is the one it owns; null if none is needed. */
export type Signer = {
  readonly kind: 'signer'
  readonly wallet: Address
  readonly merchant: Address | null
}

/** A person who acts for a merchant, for the audit log. */
export type Principal = { merchant: Address; person: PersonId; role: Role; correlationId: string }

/** A program that acts for a merchant with a key. */
type KeyPrincipal = { merchant: Address; keyId: string; role: 'key'; correlationId: string }

/** An operator of the platform, who acts on a merchant. */
export type OperatorPrincipal = {
  merchant: Address
  wallet: Address
  role: 'operator'
  correlationId: string
}

/** A cashier who acts for a merchant at a register, or the device itself without a cashier. */
export type CashierPrincipal = {
  merchant: Address
  device: string
  cashier: string | null
  role: 'cashier'
  correlationId: string
}

/** A cashier at a register that they have unlocked. */
export type SellingCashier = CashierPrincipal & {
  cashier: string
  registerId: string
  rights: readonly CashierRight[]
}

/** The author of a change: a person or a program. */
export type Author = Principal | KeyPrincipal

/** The author of a sale or refund, which may be a cashier at a register. */
export type Seller = Author | SellingCashier

declare module 'fastify' {
  interface FastifyRequest {
    /** `null` before the guard has run, and for anonymous callers. */
    caller: Caller | null
    /** A valid key whose scopes do not include the route. Such a call has no caller. */
    refusedKey: Developer | null
  }
}

/** Returns the merchant a request acts for, or `null`. */
export function findMerchant({ caller }: FastifyRequest): Address | null {
  if (!caller || caller.kind === 'cron') return null
  return caller.kind === 'developer' ? caller.wallet : caller.merchant
}

/** Returns the merchant a request acts for. Throws if the guard admits callers without one. */
export function merchantOf(request: FastifyRequest): Address {
  const merchant = findMerchant(request)
  if (!merchant) throw new Error(`no merchant on ${request.routeOptions.url}`)
  return merchant
}

/**
 * Returns a reference to a receipt of the merchant. A payment page may only use its own receipt.
 *
 * @throws {AppError} `forbidden`.
 */
export function receiptOf(request: FastifyRequest, receiptId: string): PortalRef {
  const { caller } = request
  if (caller?.kind === 'portal' || caller?.kind === 'buyer') requireSameReceipt(caller, receiptId)
  return { merchant: merchantOf(request), receiptId }
}

/**
 * Returns the payment page that makes a request about its receipt. Throws if the guard admits other
 * callers.
 *
 * @throws {AppError} `forbidden`.
 */
export function pageOf(request: FastifyRequest, receiptId: string): PortalPage {
  const { caller } = request
  if (caller?.kind !== 'portal') throw new Error(`no payment page on ${request.routeOptions.url}`)
  requireSameReceipt(caller, receiptId)
  const { merchant, isLimited } = caller
  return { merchant, receiptId, isLimited }
}

/**
 * Requires that a payment page uses its own receipt.
 *
 * @throws {AppError} `forbidden`.
 */
export function requireSameReceipt(page: Readonly<PortalRef>, receiptId: string): void {
  if (page.receiptId === receiptId) return
  throw new AppError('forbidden', 'This portal token is for another receipt.')
}

/** Returns the merchant a request acts for, with checksum. */
export function shownMerchantOf(request: FastifyRequest): string {
  const { caller } = request
  return caller?.kind === 'developer' ? caller.shownWallet : checksumAddress(merchantOf(request))
}

/** Returns the wallet that signed a request, or null for other callers. */
export function signerOf({ caller }: FastifyRequest): Address | null {
  return caller?.kind === 'signer' ? caller.wallet : null
}

/** Returns the signed-in person. Throws if the guard admits other callers. */
export function personOf(request: FastifyRequest): Person {
  if (request.caller?.kind === 'person') return request.caller
  throw new Error(`no signed-in person on ${request.routeOptions.url}`)
}

/**
 * Returns the wallet of the signed-in person.
 *
 * @throws {AppError} `forbidden` when they have none.
 */
export function requireWallet(request: FastifyRequest): Address {
  return requireWalletOf(personOf(request).id)
}

/** Returns the person who acts for a merchant. Throws if the guard admits other callers. */
export function principalOf(request: FastifyRequest): Principal {
  const { id: person, merchant, role } = personOf(request)
  if (!merchant || !role) throw new Error(`no merchant on ${request.routeOptions.url}`)
  return { merchant, person, role, correlationId: request.id }
}

/** Returns the person or the program that acts for a merchant. */
export function authorOf(request: FastifyRequest): Author {
  const { caller } = request
  if (caller?.kind !== 'developer') return principalOf(request)
  const { wallet: merchant, keyId } = caller
  return { merchant, keyId, role: 'key', correlationId: request.id }
}

/** Returns the device that makes a request. Throws if the guard admits other callers. */
export function deviceOf(request: FastifyRequest): Device {
  if (request.caller?.kind === 'device') return request.caller
  throw new Error(`no device on ${request.routeOptions.url}`)
}

/** Returns the person, the program or the cashier at a register that acts for a merchant. */
export function sellerOf(request: FastifyRequest): Seller {
  const { caller } = request
  if (caller?.kind !== 'device') return authorOf(request)
  const { merchant, id: device, registerId, cashier } = caller
  if (!cashier) throw new Error(`no cashier on ${request.routeOptions.url}`)
  const { id, rights } = cashier
  const correlationId = request.id
  return { merchant, device, registerId, cashier: id, rights, role: 'cashier', correlationId }
}

/** Returns the operator who acts on a merchant. Throws if the guard admits other callers. */
export function operatorOf(request: FastifyRequest, merchant: Address): OperatorPrincipal {
  const wallet = requireWallet(request)
  return { merchant, wallet, role: 'operator', correlationId: request.id }
}

/** Returns the operator who changes the platform itself, with their own merchant. */
export function platformOperatorOf(request: FastifyRequest): OperatorPrincipal {
  return operatorOf(request, requireWallet(request))
}
