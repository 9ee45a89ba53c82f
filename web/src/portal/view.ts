import type { PortalReceipt } from '@tallystick/sdk'
import type { DrawnQr } from '../ui/use-qr.js'

/**
 * The input of a payment page. The server embeds it in the page, so that browsers render the same.
 */
export type PortalView = {
  receipt: PortalReceipt
  mode: 'sandbox' | 'live'
  /** Address of the page, to open on another device. */
  pageUrl: string
  /**
   * Query that opens the receipt in every call: `?recipient=0x…&k=…`, without `k` on a limited
   * page.
   */
  query: string
  /** The service's time, Unix ms. It may differ from real time in a sandbox. */
  now: number
  /** Symbol of the asset the buyer chose, or "" when there is nothing to pay. */
  asset: string
  /** Origin of the page that shows this one in a frame or opened it in a tab, if the shop lists it. */
  embedder?: string
  /** The first QR code to show, or null when there is nothing to pay. */
  firstQr: DrawnQr | null
  /** Failure codes that a sandbox can simulate; none in live mode. */
  failureCodes: readonly string[]
}
