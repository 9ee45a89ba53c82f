import { AppError } from '../lib/errors.js'
import { type Address, isSameAddress } from '../lib/hex.js'
import type { Config } from '../platform/config/config.js'
import type { Scope } from './scopes.js'

export const roles = ['owner', 'admin', 'accountant', 'support', 'cashier', 'viewer'] as const

/** The role of a person at a merchant. */
export type Role = (typeof roles)[number]

const owner = ['owner'] as const
const managers = [...owner, 'admin'] as const
const sellers = [...managers, 'cashier'] as const
const readersOfBooks = [...managers, 'accountant', 'viewer'] as const
const readersOfSales = [...managers, 'accountant', 'support', 'viewer'] as const

/** The rights of each role. Those that keys can have share the name of their scope. */
export const rights = {
  'status:read': roles,
  'shop:read': roles,
  'inventory:read': roles,
  'users:read': roles,
  'graphql:read': roles,
  'registers:read': roles,
  'membership:end': roles,
  // Personal views of screens.
  'views:use': roles,
  // Each notification needs the right that shows its subject too.
  'notifications:read': roles,
  // Long work that the person started.
  'jobs:read-own': roles,
  // Only the sales that the person made. Those who read all receipts have it too.
  'receipts:read-own': roles,
  'receipts:read': readersOfSales,
  'subscriptions:read': readersOfSales,
  'members:read': readersOfSales,
  'reports:read': readersOfBooks,
  'split:read': readersOfBooks,
  'orders:create': sellers,
  'receipts:write': sellers,
  'refunds:plan': [...managers, 'support'],
  'refunds:write': managers,
  // Manual payments, and the end of a receipt: reconciled or failed.
  'payments:record': managers,
  'receipts:archive': [...managers, 'accountant', 'support'],
  'comments:write': [...managers, 'accountant', 'support'],
  // Comments of others. Authors delete their own with `comments:write`.
  'comments:delete': managers,
  'inventory:write': managers,
  'shop:write': managers,
  'subscriptions:write': managers,
  'keys:manage': managers,
  'members:manage': managers,
  'registers:manage': managers,
  'views:share': managers,
  'audit:read': managers,
  // Long work that others started. Everyone sees and cancels their own.
  'jobs:read': managers,
  'jobs:cancel': managers,
  // The payout recipients: an admin could otherwise take the merchant's money.
  'split:write': owner,
  'ownership:manage': owner,
  'privacy:manage': owner,
} as const satisfies Record<Scope, readonly Role[]> & Record<string, readonly Role[]>

export type Right = keyof typeof rights

/** The rights that each cashier at a register has or lacks. */
export const cashierRights = [
  'sell',
  'discount',
  'refund',
  'record_cash',
  'see_own_sales',
  'see_all_sales',
  'close_day',
] as const

export type CashierRight = (typeof cashierRights)[number]

/** Returns whether `role` has the right. */
export function hasRight(role: Role, right: Right): boolean {
  return (rights[right] as readonly Role[]).includes(role)
}

/** Returns the rights of a role. */
export function listRights(role: Role): Right[] {
  return (Object.keys(rights) as Right[]).filter((right) => hasRight(role, right))
}

/** Returns the error for a role without a right. It names the roles that have it. */
export function missingRight(role: Role, right: Right): AppError {
  const allowed: readonly Role[] = rights[right]
  return new AppError(
    'forbidden',
    `Your role ${role} does not include ${right}. Ask for one of these roles: ${allowed.join(', ')}.`,
    { fields: { requiredRight: right, allowedRoles: allowed } },
  )
}

/** Returns whether the wallet belongs to an operator of this platform. */
export function isOperator(config: Pick<Config, 'platformAdmins'>, wallet: Address): boolean {
  return config.platformAdmins.some((admin) => isSameAddress(admin, wallet))
}
