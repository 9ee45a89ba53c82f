/** What a developer key may be allowed to do (spec 5). */
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
] as const

export type Scope = (typeof scopes)[number]
