import type { PortalReceipt } from '@tallystick/sdk'
import type { ComponentChildren } from 'preact'
import { CopyButton } from '../../ui/copy-button.js'
import { Hash } from '../../ui/hash.js'
import { useLanguage } from '../../ui/language.js'
import { Money } from '../../ui/money.js'
import { Time } from '../../ui/time.js'
import { deriveStage, type Stage } from '../state/derive-stage.js'

const paidStages: readonly Stage[] = ['confirming', 'paid', 'refund_requested', 'refunded']

/**
 * Shows the proof of a payment: the amount, the payer and the time once it is paid, and its
 * transaction.
 */
export function PaymentFacts({ receipt }: { receipt: PortalReceipt }) {
  const { texts, format } = useLanguage()
  const { network, sent, received } = receipt.payment
  const hash = receipt.transactionHash ?? sent?.txHash ?? null
  // Beside a refund, the transaction alone could be taken for that of the refund.
  const isPaid = paidStages.includes(deriveStage(receipt))
  // The wallet of a card's provider is not the buyer's.
  const payers = [...new Set(received.flatMap(({ from, byCard }) => (byCard ? [] : from) ?? []))]
  if (hash === null && !(isPaid && receipt.paidAt !== null)) return null
  return (
    <div class="proof">
      <dl class="facts">
        {isPaid && received.length > 0 && (
          <Fact label={texts.paid.amount}>
            {received.map(({ symbol, amount, txHash, byCard }, index) => (
              <span key={`${txHash}${index}`} class="fact-line">
                <Money>{`${format.token(amount)} ${symbol}`}</Money> {texts.pay.on(network.name)}
                {byCard && ` ${texts.paid.byCard}`}
              </span>
            ))}
          </Fact>
        )}
        {isPaid && payers.length > 0 && (
          <Fact label={texts.paid.from}>
            {payers.map((payer) => (
              <span key={payer} class="fact-line">
                <Hash value={payer} />
              </span>
            ))}
          </Fact>
        )}
        {isPaid && receipt.paidAt !== null && (
          <Fact label={texts.paid.time}>
            <Time at={receipt.paidAt} />
          </Fact>
        )}
        {hash !== null && (
          <Fact label={texts.paid.transaction}>
            <TransactionLink hash={hash} explorerUrl={network.explorerUrl} />
            <CopyButton text={hash} what={texts.paid.transactionHash} isSmall />
          </Fact>
        )}
      </dl>
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function TransactionLink({ hash, explorerUrl }: { hash: string; explorerUrl: string | null }) {
  const { paid } = useLanguage().texts
  if (!explorerUrl) return <Hash value={hash} />
  return (
    <a href={`${explorerUrl}/tx/${hash}`} target="_blank" rel="noopener noreferrer">
      <Hash value={hash} />
      <span class="visually-hidden">{paid.onExplorer}</span>
    </a>
  )
}
