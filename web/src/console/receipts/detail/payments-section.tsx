import { receiptDetailTexts } from '../../../core/texts/en-console-receipt-detail.js'
import { Hash } from '../../../ui/hash.js'
import { TokenIcon } from '../../../ui/token-icon.js'
import { useFormats } from '../../format/use-formats.js'
import { Icon } from '../../parts/icon.js'
import { type Receipt, totalOf } from '../receipt.js'
import { Section } from './section.js'
import type { Payments } from './use-payments.js'

type PaymentsProps = { receipt: Receipt; payments: Payments | null }

/** The money that came in and went back, with its proof on chain. */
export function PaymentsSection({ receipt, payments }: PaymentsProps) {
  const { detail: texts } = receiptDetailTexts
  const format = useFormats()
  const received = payments?.received ?? []
  const explorerUrl = payments?.explorerUrl ?? null
  const { amount, currency } = totalOf(receipt)
  return (
    <>
      <Section title={texts.payments}>
        <ul class="payments">
          {receipt.marked && (
            <li>
              <Icon name="check" />
              <div>
                <b>{texts.recordedPayment(format.money(amount, currency))}</b>
              </div>
            </li>
          )}
          {received.map(({ symbol, amount: units, from, txHash, byCard, at }) => (
            <li key={txHash}>
              <TokenIcon symbol={symbol} />
              <div>
                <p>
                  <b>{`${units} ${symbol}`}</b>{' '}
                  <span class="soft">{byCard ? texts.byCard : from && texts.from}</span>{' '}
                  {from && !byCard && <Hash value={from} />}
                </p>
                <p class="soft">
                  {texts.transaction} <Hash value={txHash} /> {format.dateTime(at)}
                </p>
              </div>
              <ChainLink explorerUrl={explorerUrl} hash={txHash} />
            </li>
          ))}
        </ul>
        {payments && received.length === 0 && !receipt.marked && (
          <p class="soft">{texts.noPayments}</p>
        )}
      </Section>
      {receipt.refunds.length > 0 && (
        <Section title={texts.refunds}>
          <ul class="payments">
            {receipt.refunds.map((refund) => (
              <li key={refund.refundId}>
                <Icon name="undo" />
                <div>
                  <p>
                    <b>{format.money(-refund.usd, 'USD')}</b>{' '}
                    {refund.buyer && (
                      <>
                        <span class="soft">{texts.to}</span> <Hash value={refund.buyer} />
                      </>
                    )}
                  </p>
                  <p class="soft">
                    {[
                      refund.credit && texts.refundCredit,
                      refund.reason,
                      refund.confirmed ? texts.refundConfirmed : texts.refundWaiting,
                      format.dateTime(refund.createdAt),
                    ]
                      .filter(Boolean)
                      .join(', ')}
                  </p>
                </div>
                {refund.txHash && <ChainLink explorerUrl={explorerUrl} hash={refund.txHash} />}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

/** The chain of a sandbox has no explorer. */
function ChainLink({ explorerUrl, hash }: { explorerUrl: string | null; hash: string }) {
  const { detail: texts } = receiptDetailTexts
  if (!explorerUrl) return null
  return (
    <a
      class="icon-button"
      href={`${explorerUrl}/tx/${hash}`}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={texts.openExplorer(`${hash.slice(0, 6)}…${hash.slice(-4)}`)}
    >
      <Icon name="link" />
    </a>
  )
}
