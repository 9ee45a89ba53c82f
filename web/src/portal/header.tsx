import type { PortalReceipt } from '@tallystick/sdk'
import { useTexts } from '../ui/language.js'
import { SandboxBar } from '../ui/sandbox-bar.js'
import { describeHeading } from './state/describe-title.js'
import type { PortalView } from './view.js'

/** Shows the shop that is paid, and a bar in sandbox mode. */
export function Header({ view, receipt }: { view: PortalView; receipt: PortalReceipt }) {
  const texts = useTexts()
  const { theme } = view.receipt
  const name = receipt.brandName || texts.page.payment
  return (
    <header class="top">
      {view.mode === 'sandbox' && <SandboxBar />}
      <div class="brand">
        {theme.brandLogoUrl ? (
          <img src={theme.brandLogoUrl} alt="" width="40" height="40" />
        ) : (
          <span class="monogram" aria-hidden="true">
            {[...name][0]}
          </span>
        )}
        <h1>{describeHeading(receipt, texts)}</h1>
      </div>
    </header>
  )
}
