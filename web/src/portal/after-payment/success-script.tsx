import type { PortalReceipt } from '@tallystick/sdk'
import { useEffect, useState } from 'preact/hooks'
import type { PortalView } from '../view.js'

/** What the merchant wants to happen after the payment: its script, in a frame that can do nothing else. */
export function AfterPayment({ view, receipt }: { view: PortalView; receipt: PortalReceipt }) {
  const [asked, setAsked] = useState<string | null>(null)
  const { onSuccess, receiptId } = receipt
  const origins = onSuccess?.kind === 'script' ? onSuccess.origins.join(' ') : null

  useEffect(() => {
    if (origins === null) return
    let stop = () => {}
    let isGone = false
    const run = ({ runScript }: typeof import('./run-script.js')) => {
      if (isGone) return
      stop = runScript(document, {
        frameUrl: `/portal/${encodeURIComponent(receiptId)}/success-frame${view.query}`,
        origins: origins.split(' '),
        onNavigate: (url) => window.location.assign(url),
        onAsk: setAsked,
      })
    }
    // Without it the way back is still there.
    import('./run-script.js').then(run, () => {})
    return () => {
      isGone = true
      stop()
    }
  }, [origins, receiptId, view.query])

  if (asked === null) return null
  return (
    <p class="notice">
      The shop would like to take you to <b>{new URL(asked).host}</b>.{' '}
      <a href={asked} rel="noopener noreferrer">
        Continue to {new URL(asked).host}
      </a>
    </p>
  )
}
