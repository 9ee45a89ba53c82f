import type { CheckoutFields } from '../receipt.js'

/** Where nobody says anything besides what a receipt is for. */
export const noCheckout: CheckoutFields = {
  redirectUrl: null,
  returnUrl: null,
  webhookUrl: null,
  onSuccess: null,
  onrampEmail: null,
  billing: null,
  reference: null,
  metadata: null,
}
