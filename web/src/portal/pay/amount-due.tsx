import type { PortalReceipt } from '@tallystick/sdk'
import type { PaymentOption } from '../../api/payment-option.js'
import { formatExact } from '../../format/format-money.js'
import { formatRest } from '../../format/format-time.js'
import { CopyButton } from '../../ui/copy-button.js'

type Props = { payment: PortalReceipt['payment']; option: PaymentOption; now: number }

/** The amount to the last digit, and for how long it is enough where its price moves. */
export function AmountDue({ payment, option, now }: Props) {
  const { symbol, amount, expiresAt } = option
  const isRest = payment.paidUsd > 0
  return (
    <div class="due">
      <p class="due-label">{isRest ? 'Still due' : 'You pay'}</p>
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
            . This price holds for <span class="money">{formatRest(expiresAt - now)}</span>, then
            there is a new one.
          </>
        )}
      </p>
    </div>
  )
}
