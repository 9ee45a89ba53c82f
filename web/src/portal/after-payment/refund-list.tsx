import type { PortalReceipt } from '@tallystick/sdk'
import { formatTime } from '../../format/format-time.js'
import { CopyButton } from '../../ui/copy-button.js'
import { Hash } from '../../ui/hash.js'
import { Money } from '../../ui/money.js'

/** Lists the refunds with amount, time and transaction. */
export function RefundList({ refunds }: Pick<PortalReceipt, 'refunds'>) {
  if (refunds.length === 0) return null
  return (
    <div class="refunds">
      <h2>Refunds</h2>
      <ul>
        {refunds.map(({ usd, txHash, confirmed, createdAt }, index) => (
          <li key={index}>
            <p>
              <Money amount={usd} unit="USD" /> on {formatTime(createdAt)}
              {confirmed && ', confirmed on chain'}
            </p>
            {txHash && (
              <div class="row">
                <Hash value={txHash} />
                <CopyButton text={txHash} what="refund transaction hash" />
              </div>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
