import { type Address, isSameAddress } from '../lib/hex.js'
import type { Config } from '../platform/config/config.js'
import type { Scope } from './scopes.js'

export const roles = ['owner', 'admin', 'cashier', 'viewer'] as const

/** The role of a person at a merchant. */
export type Role = (typeof roles)[number]

const owner = ['owner'] as const
const managers = [...owner, 'admin'] as const
const sellers = [...managers, 'cashier'] as const

/**
 * The rights of each role. Rights that developer keys can have share the name of their scope.
 */
export const rights = {
  'status:read': roles,
  'shop:read': roles,
  'inventory:read': roles,
  'receipts:read': roles,
  'split:read': roles,
  'users:read': roles,
  'graphql:read': roles,
  'members:read': roles,
  'subscriptions:read': roles,
  'orders:create': sellers,
  'receipts:write': sellers,
  'refunds:write': managers,
  'inventory:write': managers,
  'shop:write': managers,
  'subscriptions:write': managers,
  'keys:manage': managers,
  'members:manage': managers,
  'audit:read': managers,
  // The payout recipients: an admin could otherwise take the merchant's money.
  'split:write': owner,
  'ownership:manage': owner,
  'privacy:manage': owner,
} as const satisfies Record<Scope, readonly Role[]> & Record<string, readonly Role[]>

export type Right = keyof typeof rights

/** Returns whether `role` has the right. */
export function hasRight(role: Role, right: Right): boolean {
  return (rights[right] as readonly Role[]).includes(role)
}

/** Returns whether the wallet belongs to an operator of this platform. */
export function isOperator(config: Pick<Config, 'platformAdmins'>, wallet: Address): boolean {
  return config.platformAdmins.some((admin) => isSameAddress(admin, wallet))
}
