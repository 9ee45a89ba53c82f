import type { PortalReceipt } from '@tallystick/sdk'
import type { ComponentChildren } from 'preact'
import { CopyButton } from '../../ui/copy-button.js'
import { Hash } from '../../ui/hash.js'
import { Icon } from '../../ui/icon.js'
import { useLanguage } from '../../ui/language.js'
import { Money } from '../../ui/money.js'
import { Time } from '../../ui/time.js'
import { deriveStage, type Stage } from '../state/derive-stage.js'

const paidStages: readonly Stage[] = ['paid', 'refund_requested', 'refunded']

/** Shows the proof of a payment: the amount, the payer and the time once it is paid, and its transaction. */
export function PaymentFacts({ receipt }: { receipt: PortalReceipt }) {
  const { texts, format } = useLanguage()
  const { network, sent, received } = receipt.payment
  const hash = receipt.transactionHash ?? sent?.txHash ?? null
  // Beside a refund, the transaction alone could be taken for that of the refund.
  const isPaid = paidStages.includes(deriveStage(receipt))
  const payers = [...new Set(received.flatMap(({ from }) => from ?? []))]
  if (hash === null && !(isPaid && receipt.paidAt !== null)) return null
  return (
    <div class="proof">
      <dl class="facts">
        {isPaid && received.length > 0 && (
          <Fact label={texts.paid.amount}>
            {received.map(({ symbol, amount, txHash }, index) => (
              <span key={`${txHash}${index}`} class="fact-line">
                <Money>{`${format.token(amount)} ${symbol}`}</Money> {texts.pay.on(network.name)}
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
            <Hash value={hash} />
          </Fact>
        )}
      </dl>
      {hash !== null && <TransactionActions hash={hash} explorerUrl={network.explorerUrl} />}
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

function TransactionActions({ hash, explorerUrl }: { hash: string; explorerUrl: string | null }) {
  const { paid } = useLanguage().texts
  return (
    <p class="actions">
      {explorerUrl && (
        <a
          class="quiet-button"
          href={`${explorerUrl}/tx/${hash}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          <Icon name="leave" />
          {paid.explorer}
          <span class="visually-hidden">{paid.opensSite}</span>
        </a>
      )}
      <CopyButton text={hash} what={paid.transactionHash} />
    </p>
  )
}
