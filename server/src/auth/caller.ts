import type { FastifyRequest } from 'fastify'
import { AppError } from '../lib/errors.js'
import { type Address, checksumAddress } from '../lib/hex.js'
import type { Developer } from './keys/developer.js'
import type { PortalRef } from './portal-tokens.js'
import type { Role } from './roles.js'
import type { Person } from './sessions/sessions.js'

/** Who made a request, as its guard found out. */
export type Caller = Developer | Person | Portal | Buyer | { readonly kind: 'cron' }

/** The payment page of one receipt. */
type Portal = { readonly kind: 'portal' } & Readonly<PortalRef>

/** Somebody signed in on that page. What else they are to the merchant makes no difference there. */
export type Buyer = { readonly kind: 'buyer'; readonly wallet: Address } & Readonly<PortalRef>

/** A person who changes something, for the audit log. */
export type Principal = { merchant: Address; wallet: Address; role: Role; correlationId: string }

/** A program that changes something, by the key it uses. */
type KeyPrincipal = { merchant: Address; keyId: string; role: 'key'; correlationId: string }

/** Whoever changes something. */
export type Author = Principal | KeyPrincipal

declare module 'fastify' {
  interface FastifyRequest {
    /** `null` before the guard has run, and for everybody who need not say who they are. */
    caller: Caller | null
  }
}

/** The merchant a request acts for, if it is about one. */
export function findMerchant({ caller }: FastifyRequest): Address | null {
  if (!caller || caller.kind === 'cron') return null
  return caller.kind === 'developer' ? caller.wallet : caller.merchant
}

/** The merchant a request acts for. Calling it where the guard admits others is a bug. */
export function merchantOf(request: FastifyRequest): Address {
  const merchant = findMerchant(request)
  if (!merchant) throw new Error(`no merchant on ${request.routeOptions.url}`)
  return merchant
}

/**
 * The receipt of that id a request is about: any of the merchant's own, but from a payment page only the one it is for.
 *
 * @throws {AppError} `forbidden`.
 */
export function receiptOf(request: FastifyRequest, receiptId: string): PortalRef {
  const { caller } = request
  if (caller?.kind === 'portal' || caller?.kind === 'buyer') requireSameReceipt(caller, receiptId)
  return { merchant: merchantOf(request), receiptId }
}

/**
 * Makes sure that a payment page speaks of its own receipt.
 *
 * @throws {AppError} `forbidden`.
 */
export function requireSameReceipt(page: Readonly<PortalRef>, receiptId: string): void {
  if (page.receiptId === receiptId) return
  throw new AppError('forbidden', 'This portal token is for another receipt')
}

/** The merchant a request acts for, as people see it. */
export function shownMerchantOf(request: FastifyRequest): string {
  const { caller } = request
  return caller?.kind === 'developer' ? caller.shownWallet : checksumAddress(merchantOf(request))
}

/** The person a request comes from. Calling it where the guard admits others is a bug. */
export function personOf(request: FastifyRequest): Person {
  if (request.caller?.kind === 'person') return request.caller
  throw new Error(`nobody is signed in on ${request.routeOptions.url}`)
}

/** The person who acts for a merchant. Calling it where the guard admits others is a bug. */
export function principalOf(request: FastifyRequest): Principal {
  const { wallet, merchant, role } = personOf(request)
  if (!merchant || !role) throw new Error(`no merchant on ${request.routeOptions.url}`)
  return { merchant, wallet, role, correlationId: request.id }
}

/** The person or the program that acts for a merchant. */
export function authorOf(request: FastifyRequest): Author {
  const { caller } = request
  if (caller?.kind !== 'developer') return principalOf(request)
  const { wallet: merchant, keyId } = caller
  return { merchant, keyId, role: 'key', correlationId: request.id }
}

/** A person who acts for nobody but their own merchant, whatever else they may be. */
export function ownPrincipal(wallet: Address, correlationId: string): Principal {
  return { merchant: wallet, wallet, role: 'owner', correlationId }
}
