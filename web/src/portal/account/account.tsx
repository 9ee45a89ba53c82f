import { useEffect, useState } from 'preact/hooks'
import { loadCode } from '../../core/load-code.js'
import { useTexts } from '../../ui/language.js'
import { deriveStage, payableStages } from '../state/derive-stage.js'
import type { AccountPanel } from './account-panel.js'
import type { AccountProps } from './use-session.js'

/**
 * Lets a buyer sign in, which is optional, and request a refund. Loads its code when it is opened.
 */
export function Account(props: AccountProps) {
  const { receipt, wallets } = props
  const texts = useTexts().account
  const [Panel, setPanel] = useState<typeof AccountPanel | null>(null)
  const load = () => {
    const show = (loaded: typeof import('./account-panel.js')) =>
      setPanel(() => loaded.AccountPanel)
    // Toggling the panel retries, and paying works without it.
    loadCode(() => import('./account-panel.js')).then(show, () => {})
  }
  useEffect(() => {
    if (document.cookie.includes('cb_csrf=')) load()
  }, [])

  const stage = deriveStage(receipt)
  const canRequestRefund = stage === 'paid' && receipt.refundedUsd < receipt.totalUsd
  const isUseful =
    wallets !== null && wallets.length > 0 && (canRequestRefund || payableStages.includes(stage))
  if (!isUseful && !Panel) return null
  return (
    <details class="more account needs-script" onToggle={load}>
      <summary>{canRequestRefund ? texts.requestRefund : texts.signIn}</summary>
      {Panel && <Panel {...props} canRequestRefund={canRequestRefund} />}
    </details>
  )
}
