import { privateKeyToAddress } from 'viem/accounts'

/** The owner of the shop in the dump, who can sign in after it is restored. */
export const ownerKey = `0x${'1'.repeat(64)}` as const

export const operatorKey = `0x${'2'.repeat(64)}` as const
export const operatorAddress = privateKeyToAddress(operatorKey)

export const slug = 'corner-tea'

/** Ids of receipts by what happened to them. */
export const receipts = {
  reconciled: 'reconciled',
  refunded: 'refunded',
  overpaid: 'overpaid',
} as const
