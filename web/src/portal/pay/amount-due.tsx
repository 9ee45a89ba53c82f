import type { PortalReceipt } from '@tallystick/sdk'
import type { PaymentOption } from '../../core/api/payment-option.js'
import { formatCountdown } from '../../core/format/format-countdown.js'
import { CopyButton } from '../../ui/copy-button.js'
import { useLanguage } from '../../ui/language.js'
import { Money } from '../../ui/money.js'
import { currencyOf } from '../state/own-amounts.js'

/** The longest amount, in characters, that fits the smallest screen at full size. */
const maxLargeAmount = 14

type Props = { receipt: PortalReceipt; option: PaymentOption; now: number }

/** Shows the exact amount, and the fiat value and the time left when it depends on a quote. */
export function AmountDue({ receipt, option, now }: Props) {
  const { texts, format } = useLanguage()
  const { payment } = receipt
  const { symbol, amount, expiresAt } = option
  return (
    <div class="due">
      <p class="due-label">{payment.paidUsd > 0 ? texts.pay.stillDue : texts.pay.youPay}</p>
      <p class={amount.length > maxLargeAmount ? 'due-amount long' : 'due-amount'}>
        <span class="money">
          {format.token(amount)} <small>{symbol}</small>
        </span>
        <CopyButton text={amount} what={texts.pay.amount} />
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
