import type { PortalReceipt } from '@tallystick/sdk'
import { describeTitle } from './state/describe-title.js'
import type { PortalView } from './view.js'

/** Shows the shop that is paid, and a bar in sandbox mode. */
export function Header({ view, receipt }: { view: PortalView; receipt: PortalReceipt }) {
  const { theme } = view.receipt
  const name = receipt.brandName || 'Payment'
  return (
    <header class="top">
      {view.mode === 'sandbox' && (
        <div class="sandbox-bar">
          <p>
            <strong>Sandbox</strong> No real money moves here.
          </p>
        </div>
      )}
      <div class="brand">
        {theme.brandLogoUrl ? (
          <img src={theme.brandLogoUrl} alt="" width="40" height="40" />
        ) : (
          <span class="monogram" aria-hidden="true">
            {[...name][0]}
          </span>
        )}
        <h1>{describeTitle(receipt)}</h1>
      </div>
    </header>
  )
}
