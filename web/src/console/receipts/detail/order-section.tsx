import { receiptDetailTexts } from '../../../core/texts/en-console-receipt-detail.js'
import { useFormats } from '../../format/use-formats.js'
import { NotchedRule } from '../../parts/notched-rule.js'
import { isCharge, type Line, lineAmount, type Receipt, totalOf } from '../receipt.js'
import { Section, useAmounts } from './section.js'

/** The items that were bought, with tax, fee and total. */
export function OrderSection({ receipt }: { receipt: Receipt }) {
  const { detail: texts } = receiptDetailTexts
  const format = useFormats()
  const amountOf = useAmounts(receipt)
  const { lineItems, taxRate, jurisdictionCode, totalUsd } = receipt
  const charges = lineItems.filter(isCharge)
  const total = totalOf(receipt)
  const nameOf = ({ label }: Line) => {
    if (label !== 'Tax') return texts.fee
    const rate = [jurisdictionCode, taxRate > 0 && format.percent(taxRate)].filter(Boolean)
    return rate.length > 0 ? texts.taxAt(rate.join(' ')) : texts.tax
  }
  return (
    <Section title={texts.order}>
      <ul class="lines">
        {lineItems
          .filter((line) => !isCharge(line))
          .map((line, place) => (
            <OrderLine key={place} line={line} format={amountOf} />
          ))}
      </ul>
      <dl class="charges">
        {charges.map((line) => (
          <div key={line.label} class="soft">
            <dt>{nameOf(line)}</dt>
            <dd class="numeric">{amountOf(lineAmount(line))}</dd>
          </div>
        ))}
        <NotchedRule />
        <div class="total">
          <dt>{texts.total}</dt>
          <dd class="numeric">{format.money(total.amount, total.currency)}</dd>
        </div>
        {total.currency !== 'USD' && (
          <div class="soft">
            <dt />
            <dd class="numeric">{texts.inDollars(format.money(totalUsd, 'USD'))}</dd>
          </div>
        )}
      </dl>
    </Section>
  )
}

function OrderLine({ line, format }: { line: Line; format(amount: number): string }) {
  const { detail: texts } = receiptDetailTexts
  const { label, qty, thumb, sku } = line
  const amount = lineAmount(line)
  const quantity =
    qty === undefined
      ? sku
      : qty === 1
        ? texts.quantity('1')
        : texts.quantityAt(String(qty), format(amount / qty))
  return (
    <li>
      {thumb ? (
        <img src={thumb} alt="" width="40" height="40" />
      ) : (
        <span class="no-picture" aria-hidden="true" />
      )}
      <div class="line-name">
        <b>{label}</b>
        {quantity && <span class="soft">{quantity}</span>}
      </div>
      <span class="numeric">{format(amount)}</span>
    </li>
  )
}
