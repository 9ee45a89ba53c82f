import type { PortalReceipt } from '@tallystick/sdk'
import type { DrawnQr } from '../ui/use-qr.js'

/** Everything a payment page is drawn from. The server writes it into the page, so that browsers draw the same. */
export type PortalView = {
  receipt: PortalReceipt
  mode: 'sandbox' | 'live'
  /** The page's own address, for another device. */
  pageUrl: string
  /** Which merchant's receipt, as every call about it says: `?recipient=0x…`. */
  query: string
  /** What the service's clock showed, Unix ms. A sandbox's may be turned. */
  now: number
  /** What the buyer chose to pay in when the page was drawn, by its symbol; "" when there is nothing to pay. */
  asset: string
  /** The code that the page begins with; `null` when there is nothing to pay. */
  firstQr: DrawnQr | null
  /** What a sandbox can let go wrong; none in live mode. */
  failureCodes: readonly string[]
}
