import type { PortalReceipt } from '@tallystick/sdk'
import { formatTime } from '../../format/format-time.js'
import { CopyButton } from '../../ui/copy-button.js'
import { Hash } from '../../ui/hash.js'
import { Money } from '../../ui/money.js'

/** What went back, when, and by which transaction. */
export function RefundList({ refunds }: Pick<PortalReceipt, 'refunds'>) {
  if (refunds.length === 0) return null
  return (
    <div class="refunds">
      <h2>Refunds</h2>
      <ul>
        {refunds.map(({ usd, txHash, confirmed, createdAt }, at) => (
          <li key={at}>
            <p>
              <Money amount={usd} unit="USD" /> on {formatTime(createdAt)}
              {confirmed && ', seen on the chain'}
            </p>
            {txHash && (
              <div class="pair">
                <Hash value={txHash} />
                <CopyButton text={txHash} what="refund's transaction hash" />
              </div>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
