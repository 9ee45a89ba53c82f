import { useEffect, useState } from 'preact/hooks'
import { payable, stageOf } from '../state/derive-stage.js'
import type { AccountPanel } from './account-panel.js'
import type { AccountProps } from './account-props.js'

/** Signing in, which nobody has to, and asking for money back, which needs it: loaded by whoever wants to, or has. */
export function Account(props: AccountProps) {
  const { receipt, wallets } = props
  const [Panel, setPanel] = useState<typeof AccountPanel | null>(null)
  const load = () => {
    const show = (loaded: typeof import('./account-panel.js')) =>
      setPanel(() => loaded.AccountPanel)
    // It can be tried again, and paying goes on without it.
    import('./account-panel.js').then(show, () => {})
  }
  useEffect(() => {
    if (document.cookie.includes('cb_csrf=')) load()
  }, [])

  const stage = stageOf(receipt)
  const canAskBack = stage === 'paid' && receipt.refundedUsd < receipt.totalUsd
  const isUseful = wallets !== null && wallets.length > 0 && (canAskBack || payable.includes(stage))
  if (!isUseful && !Panel) return null
  return (
    <details class="account needs-script" onToggle={load}>
      <summary>{canAskBack ? 'Ask for a refund' : 'Sign in with your wallet'}</summary>
      {Panel && <Panel {...props} canAskBack={canAskBack} />}
    </details>
  )
}
