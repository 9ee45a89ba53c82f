import type { PortalReceipt } from '@tallystick/sdk'
import { useEffect, useState } from 'preact/hooks'
import { loadCodeEventually } from '../../core/load-code.js'
import { useTexts } from '../../ui/language.js'
import type { PortalView } from '../view.js'

/** Runs the merchant's script after the payment, in an isolated frame. */
export function SuccessScript({ view, receipt }: { view: PortalView; receipt: PortalReceipt }) {
  const { back } = useTexts()
  const [requestedUrl, setRequestedUrl] = useState<string | null>(null)
  const { onSuccess, receiptId } = receipt
  const origins = onSuccess?.kind === 'script' ? onSuccess.origins.join(' ') : null

  useEffect(() => {
    if (origins === null) return
    let stop = () => {}
    let isWanted = true
    const run = async () => {
      const load = () => import('./run-script.js')
      const code = await loadCodeEventually(load, { isWanted: () => isWanted })
      if (!code) return
      stop = code.runScript(document, {
        frameUrl: `/portal/${encodeURIComponent(receiptId)}/success-frame${view.query}`,
        origins: origins.split(' '),
        onNavigate: (url) => window.location.assign(url),
        onConfirm: setRequestedUrl,
      })
    }
    void run()
    return () => {
      isWanted = false
      stop()
    }
  }, [origins, receiptId, view.query])

  if (requestedUrl === null) return null
  const { host } = new URL(requestedUrl)
  return (
    <p class="notice">
      {back.wouldTake(host)}{' '}
      <a href={requestedUrl} rel="noopener noreferrer">
        {back.continueTo(host)}
      </a>
    </p>
  )
}
