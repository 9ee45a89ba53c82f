import { posTexts as texts } from '../../core/texts/en-pos.js'
import { isEmpty } from '../sale/cart.js'
import type { Connection } from '../session/use-connection.js'
import { formatCents } from './format-cents.js'
import type { Quoted } from './use-quote.js'
import type { Sale } from './use-sale.js'

export type ChargeProps = {
  sale: Sale
  quoted: Quoted
  connection: Connection
  onCharge(): void
  onNotice(text: string): void
}

/** Charges the sale. It names the amount, which the service has calculated. */
export function ChargeButton({ sale, quoted, connection, onCharge }: ChargeProps) {
  const { bill, lastBill } = quoted
  const isReady = bill !== null || connection !== 'online'
  const shown = bill ?? lastBill
  return (
    <button
      type="button"
      class="main-button charge"
      disabled={isEmpty(sale.cart) || !isReady}
      onClick={onCharge}
    >
      {shown && connection === 'online'
        ? texts.sale.charge(formatCents(shown.totalCents, shown.currency))
        : texts.sale.chargePlain}
    </button>
  )
}
