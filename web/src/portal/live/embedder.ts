import type { Stage } from '../state/derive-stage.js'
import type { PortalView } from '../view.js'

let isReady = false

/** Tells the page that shows this one, and no page of another origin, how far the payment is. */
export function tell(view: Pick<PortalView, 'embedder' | 'receipt'>, stage: Stage): void {
  const { embedder = '', receipt } = view
  const { receiptId } = receipt
  const isFramed = window.parent !== window
  const page: Window | null = isFramed ? window.parent : window.opener
  const post = (type: 'ready' | 'paid' | 'expired' | 'close') =>
    page?.postMessage({ source: 'tallystick', type, receiptId }, embedder)
  if (!isReady) {
    isReady = true
    post('ready')
    if (isFramed) leaveFrame(() => post('close'))
  }
  if (stage === 'paid' || stage === 'expired') post(stage)
}

/** A frame stays on this page: links open elsewhere, and Escape closes it as it closes a dialog. */
function leaveFrame(close: () => void): void {
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) close()
  })
  document.addEventListener(
    'click',
    ({ target }) => {
      const link = (target as Element).closest<HTMLAnchorElement>('a[href]')
      if (link) link.target = link.closest('.return') ? '_top' : '_blank'
    },
    { capture: true },
  )
}
