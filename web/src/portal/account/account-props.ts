import type { PortalReceipt } from '@tallystick/sdk'
import type { Wallet } from '../../wallet/wallet.js'
import type { PortalApi } from '../live/portal-api.js'

/** What signing in on the page depends on. */
export type AccountProps = {
  api: PortalApi
  receipt: PortalReceipt
  wallets: readonly Wallet[] | null
  /** Whether it was this page that sent a payment: others may look on. */
  hasSent: boolean
}
