import { useEffect } from 'preact/hooks'
import { counterTexts as texts } from '../../core/texts/en-pos.js'
import { QrCode } from '../../ui/qr-code.js'
import { useQr } from '../../ui/use-qr.js'
import { keepAwake } from '../charge/attention.js'
import { format } from '../format.js'
import { PosIcon } from '../icons.js'
import type { PosApi } from '../session/pos-api.js'
import type { Connection } from '../session/use-connection.js'
import { type ShownSale, useCurrentSale } from './use-current-sale.js'

const paidStatuses = ['paid', 'completed', 'reconciled']
const seenStatuses = ['tx_mined', 'recipient_validated', 'checkout_success']

/** Shows the buyer what is being sold, asks for a tip, and shows how to pay. */
export function DisplayPage({ api, connection }: { api: PosApi; connection: Connection }) {
  const { sale, tipPresets, setTip } = useCurrentSale(api)
  useEffect(keepAwake, [])
  return (
    <>
      {connection === 'offline' && (
        <p class="notice" role="status">
          {texts.offline}
        </p>
      )}
      {sale ? (
        <Order sale={sale} tipPresets={tipPresets} setTip={setTip} />
      ) : (
        <main class="stage">
          <img src="/assets/logo.svg" alt="" width="64" height="64" />
          <h1 class="huge">{texts.welcome}</h1>
          <p class="soft">{texts.welcomeText}</p>
        </main>
      )}
    </>
  )
}

type OrderProps = {
  sale: ShownSale
  tipPresets: readonly number[]
  setTip(tip: number): Promise<void>
}

function Order({ sale, tipPresets, setTip }: OrderProps) {
  const { currency, lines, receipt } = sale
  const money = (amount: number) => format.money(amount, currency)
  const tip = sale.tip ?? 0
  const total = Math.round((sale.total + tip) * 100) / 100
  const taxAndFee = (Math.round(sale.total * 100) - goodsCentsOf(sale)) / 100
  if (receipt && paidStatuses.includes(receipt.status)) {
    return (
      <main class="stage win">
        <span class="mark">
          <PosIcon name="check" />
        </span>
        <h1 aria-live="polite">{texts.paid}</h1>
        <p class="huge">{money(total)}</p>
        <p>{texts.thanks}</p>
      </main>
    )
  }
  return (
    <main class="counter">
      <section class="bill" aria-label={texts.order}>
        <h1>{texts.order}</h1>
        <ul>
          {lines.map(({ label, qty, amount }, index) => (
            <li key={index}>
              {amount >= 0 && <span class="q">{qty}</span>}
              <span class="t">{label}</span>
              <span class="money">{money(amount)}</span>
            </li>
          ))}
        </ul>
        <dl class="lines">
          {taxAndFee > 0 && (
            <div class="soft">
              <dt>{texts.taxAndFee}</dt>
              <dd class="money">{money(taxAndFee)}</dd>
            </div>
          )}
          {tip > 0 && (
            <div class="soft">
              <dt>{texts.tip}</dt>
              <dd class="money">{money(tip)}</dd>
            </div>
          )}
          <div class="total">
            <dt>{tip > 0 ? texts.totalWithTip : texts.total}</dt>
            <dd class="money">{money(total)}</dd>
          </div>
        </dl>
      </section>
      <section class="ask">
        {receipt ? (
          <Pay receipt={receipt} total={money(total)} />
        ) : (
          <TipQuestion sale={sale} tipPresets={tipPresets} setTip={setTip} />
        )}
      </section>
    </main>
  )
}

function Pay({ receipt, total }: { receipt: NonNullable<ShownSale['receipt']>; total: string }) {
  const qr = useQr(receipt.paymentUrl, null)
  const isSeen = seenStatuses.includes(receipt.status)
  return (
    <>
      <p class="soft">{texts.pay}</p>
      <p class="huge">{total}</p>
      <QrCode qr={qr} label={texts.qr} />
      <h2 aria-live="polite">{isSeen ? texts.seen : texts.scan}</h2>
      <p class="soft">{isSeen ? texts.seenText : texts.ways}</p>
    </>
  )
}

function TipQuestion({ sale, tipPresets, setTip }: OrderProps) {
  const goods = goodsCentsOf(sale)
  const tipOf = (percent: number) => Math.round((goods * Math.round(percent * 100)) / 10_000) / 100
  if (tipPresets.length === 0) return <p class="soft">{texts.next}</p>
  const money = (amount: number) => format.money(amount, sale.currency)
  return (
    <>
      <h2>{texts.askTip}</h2>
      <div class="tip-buttons">
        {tipPresets.map((percent) => {
          const tip = tipOf(percent)
          return (
            <button
              key={percent}
              type="button"
              class="quiet-button"
              aria-pressed={sale.tip === tip}
              onClick={() => void setTip(tip)}
            >
              <b>{format.percent(percent / 100)}</b>
              <span class="money">{money(tip)}</span>
            </button>
          )
        })}
        <button
          type="button"
          class="quiet-button"
          aria-pressed={sale.tip === 0}
          onClick={() => void setTip(0)}
        >
          <b>{texts.noTip}</b>
        </button>
      </div>
      <p class="soft">{texts.next}</p>
    </>
  )
}

/** Returns the price of the goods after the discount, without tax and fee. */
function goodsCentsOf({ lines }: ShownSale): number {
  return lines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
}
