import type { PortalReceipt } from '@tallystick/sdk'
import { CopyButton } from '../../ui/copy-button.js'
import { Hash } from '../../ui/hash.js'
import { useLanguage } from '../../ui/language.js'
import { Money } from '../../ui/money.js'
import { Time } from '../../ui/time.js'
import { moneyOf } from '../state/own-amounts.js'

/**
 * Lists the refunds with amount, time and transaction. One without a transaction is only the shop's
 * record.
 */
export function RefundList({ receipt }: { receipt: PortalReceipt }) {
  const { texts, format } = useLanguage()
  const { refunds } = receipt
  if (refunds.length === 0) return null
  const money = moneyOf(receipt, format)
  const shop = receipt.brandName || texts.page.theShop
  const describeProof = ({ txHash, confirmed }: (typeof refunds)[number]) => {
    if (confirmed) return texts.refunds.confirmed
    return txHash ? texts.refunds.unconfirmed : texts.refunds.recorded(shop)
  }
  return (
    <div class="refunds">
      <h2>{texts.refunds.title}</h2>
      <ul>
        {refunds.map((refund, index) => (
          <li key={index}>
            <p>
              <Money>{money(refund.amount)}</Money>, {describeProof(refund)}
            </p>
            <p class="note">
              <Time at={refund.createdAt} />
            </p>
            {refund.txHash && (
              <div>
                <Hash value={refund.txHash} />
                <CopyButton text={refund.txHash} what={texts.refunds.hash} isSmall />
              </div>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
