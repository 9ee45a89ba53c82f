import type { PortalReceipt } from '@tallystick/sdk'

/** One way to pay the full amount due. */
export type PaymentOption = PortalReceipt['payment']['options'][number]
