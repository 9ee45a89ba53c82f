import { Link } from 'wouter-preact'
import { Hash } from '../../ui/hash.js'
import { useFormats } from '../format/use-formats.js'
import { Pill } from '../parts/pill.js'
import { useConsoleTexts } from '../texts.js'
import { shortWallet } from './describe.js'
import type { Charge } from './use-subscriptions.js'

const tones = { pending: 'now', succeeded: 'good', failed: 'bad' } as const

type ChargeListProps = {
  charges: readonly Charge[]
  /** Links to the subscription of each charge. */
  hrefOf?(charge: Charge): string
}

/** Attempts to charge, each with its result and its proof. */
export function ChargeList({ charges, hrefOf }: ChargeListProps) {
  const { subscriptions: texts } = useConsoleTexts()
  const { dateTime, money, count } = useFormats()
  if (charges.length === 0) return null
  return (
    <ul class="charge-list">
      {charges.map((charge) => (
        <li key={charge.eventId}>
          <span class="charge-main">
            {hrefOf ? (
              <Link href={hrefOf(charge)} class="row-link">
                <b>{shortWallet(charge.customerWallet)}</b>
              </Link>
            ) : (
              <b>{texts.drawer.period0(count(charge.periodIndex + 1))}</b>
            )}{' '}
            <span class="soft">
              {[dateTime(charge.createdAt), texts.drawer.attempt(count(charge.attempt))].join(', ')}
            </span>
            {charge.failureCode && <span>{texts.reasons[charge.failureCode]}</span>}
            {charge.refundDue && <span class="warn-text">{texts.drawer.refundDue}</span>}
            {charge.txHash && <Hash value={charge.txHash} />}
          </span>
          <Pill tone={tones[charge.status]} word={texts.drawer.chargeStatuses[charge.status]} />
          <b class="money">{money(charge.amountUsd, 'USD')}</b>
        </li>
      ))}
    </ul>
  )
}
