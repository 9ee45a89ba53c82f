/** The scopes of developer keys. */
export const scopes = [
  'inventory:read',
  'inventory:write',
  'orders:create',
  'receipts:read',
  'receipts:write',
  'shop:read',
  'split:read',
  'users:read',
  'graphql:read',
  'subscriptions:read',
  'subscriptions:write',
] as const

export type Scope = (typeof scopes)[number]
