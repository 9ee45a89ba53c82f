import type { PortalReceipt } from '@tallystick/sdk'
import { useState } from 'preact/hooks'
import { loadCode } from '../../core/load-code.js'
import { Icon } from '../../ui/icon.js'
import { useLanguage } from '../../ui/language.js'
import type { PortalApi } from '../live/portal-api.js'
import { moneyOf } from '../state/own-amounts.js'

type Props = { api: PortalApi; receipt: PortalReceipt }

/**
 * Offers payment by card, on a page of its provider. Renders nothing without one. Loads its code on
 * click.
 */
export function CardPayment({ api, receipt }: Props) {
  const { texts, format } = useLanguage()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { card, failure, payment } = receipt
  if (!card) return null

  const pay = async () => {
    // Browsers allow a new tab only within the click.
    const tab = window.open('', '_blank')
    setBusy(true)
    setProblem(null)
    const { unreachable } = texts.failures
    const message = await loadCode(() => import('./start-card.js'))
      .then(({ startCard }) => startCard({ api, tab, unreachable }))
      .catch(() => {
        tab?.close()
        return unreachable
      })
    setProblem(message)
    setBusy(false)
  }
  const amount = moneyOf(receipt, format)(payment.due)
  const isDeclined = card.status === 'declined' && failure?.category === 'card_decline'
  const label = () => {
    if (card.status === 'needs_documents') return texts.card.continue
    if (isDeclined) return texts.card.again
    return card.session ? texts.card.resume : texts.card.pay(amount)
  }
  return (
    <div class="card-payment needs-script">
      <button type="button" class="main-button" disabled={isBusy} onClick={() => void pay()}>
        <Icon name="card" />
        {isBusy ? texts.card.opening : label()}
      </button>
      <p role="alert" class={problem ? 'notice' : 'visually-hidden'}>
        {problem}
      </p>
      <p class="note">
        {card.session && card.status === 'available' ? texts.card.open : texts.card.cost(amount)}{' '}
        {texts.card.private}
      </p>
      <p class="or">{texts.card.orWallet}</p>
    </div>
  )
}
