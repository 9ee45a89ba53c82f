import { type Static, Type } from 'typebox'

// Checks types only. `read-permission.ts` validates values, with better messages.
const text = (description: string) => Type.String({ maxLength: 4_096, description })
const seconds = (description: string) => Type.Integer({ description })

/** The signed struct, with the field names that wallets sign. */
export const PermissionData = Type.Object(
  {
    account: text('The wallet that pays'),
    spender: text('`permission.spender` of the plan'),
    token: text('`permission.token` of the plan'),
    allowance: text('Base units per period: at least `permission.allowance` of the plan'),
    period: seconds('`permission.periodSeconds` of the plan'),
    start: seconds('Unix seconds: now, or the end of the trial'),
    end: seconds('Unix seconds: when the permission ends'),
    salt: text('A new number for each permission: decimal or hex, below 2^256'),
    extraData: text('`0x`'),
  },
  { title: 'PermissionData', description: 'EIP-712 `SpendPermission`' },
)
export type PermissionData = Static<typeof PermissionData>
