import type { PortalReceipt } from '@tallystick/sdk'
import type { PaymentOption } from '../../core/api/payment-option.js'
import { formatCountdown } from '../../core/format/format-countdown.js'
import { CopyButton } from '../../ui/copy-button.js'
import { useLanguage } from '../../ui/language.js'
import { Money } from '../../ui/money.js'
import { currencyOf } from '../state/own-amounts.js'

type Props = { receipt: PortalReceipt; option: PaymentOption; now: number }

/**
 * Shows the exact amount and the network, because the same asset exists on several. Shows the fiat
 * value and the time left when the amount depends on a quote.
 */
export function AmountDue({ receipt, option, now }: Props) {
  const { texts, format } = useLanguage()
  const { payment } = receipt
  const { symbol, amount, expiresAt } = option
  return (
    <div class="due">
      <p>{payment.paidUsd > 0 ? texts.pay.stillDue : texts.pay.youPay}</p>{' '}
      <p class="due-amount">
        <b class="money">{`${format.token(amount)} ${symbol}`}</b>{' '}
        <span>{texts.pay.on(payment.network.name)}</span>
        <CopyButton text={amount} what={texts.pay.amount} isSmall />
      </p>
      {expiresAt !== null && (
        <p class="due-note">
          {texts.pay.worth(format.money(payment.due, currencyOf(receipt)))}{' '}
          <span class="needs-script" role="timer">
            {texts.time.quoteLeft} <Money>{formatCountdown(expiresAt - now)}</Money>
            {texts.time.quoteThen}
          </span>
        </p>
      )}
    </div>
  )
}
