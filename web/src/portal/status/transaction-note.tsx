import type { PortalReceipt } from '@tallystick/sdk'
import { CopyButton } from '../../ui/copy-button.js'
import { Hash } from '../../ui/hash.js'
import { Icon } from '../../ui/icon.js'

/** Shows the hash of the payment's transaction, with a link to a block explorer. */
export function TransactionNote({ receipt }: { receipt: PortalReceipt }) {
  const { network, sent } = receipt.payment
  const hash = receipt.transactionHash ?? sent?.txHash ?? null
  if (hash === null) return null
  return (
    <div class="row">
      <p>
        Transaction <Hash value={hash} />
      </p>
      <p class="actions">
        {network.explorerUrl && (
          <a
            class="quiet-button"
            href={`${network.explorerUrl}/tx/${hash}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            <Icon name="leave" />
            View on explorer<span class="visually-hidden"> (opens another site)</span>
          </a>
        )}
        <CopyButton text={hash} what="transaction hash" />
      </p>
    </div>
  )
}
