import type { PortalReceipt } from '@tallystick/sdk'
import type { PaymentOption } from '../../api/payment-option.js'
import { formatExact } from '../../format/format-money.js'
import { formatCountdown } from '../../format/format-time.js'
import { CopyButton } from '../../ui/copy-button.js'

type Props = { payment: PortalReceipt['payment']; option: PaymentOption; now: number }

/** Shows the exact amount, and the time left when it depends on a quote. */
export function AmountDue({ payment, option, now }: Props) {
  const { symbol, amount, expiresAt } = option
  const isPartPaid = payment.paidUsd > 0
  return (
    <div class="due">
      <p class="due-label">{isPartPaid ? 'Still due' : 'You pay'}</p>
      <p class="due-amount">
        <span class="money">
          {formatExact(amount)} <small>{symbol}</small>
        </span>
        <CopyButton text={amount} what="amount" />
      </p>
      <p class="due-note">
        on {payment.network.name}
        {expiresAt !== null && (
          <>
            . This quote expires in <span class="money">{formatCountdown(expiresAt - now)}</span>{' '}
            and renews automatically.
          </>
        )}
      </p>
    </div>
  )
}
