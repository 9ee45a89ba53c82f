import type { ComponentChildren } from 'preact'
import { useFormats } from '../../format/use-formats.js'
import type { Receipt } from '../receipt.js'

/** A part of the drawer, with a title and a control beside it. */
export function Section({
  title,
  aside,
  children,
}: {
  title?: string
  aside?: ComponentChildren
  children: ComponentChildren
}) {
  return (
    <section class="detail-section" aria-label={title}>
      {title && (
        <div class="row spread section-head">
          <h3>{title}</h3>
          {aside}
        </div>
      )}
      {children}
    </section>
  )
}

/** Returns a function that formats amounts in the currency of a receipt. */
export function useAmounts(
  receipt: Pick<Receipt, 'currency' | 'total'>,
): (amount: number) => string {
  const format = useFormats()
  return (amount) => format.money(amount, receipt.total === undefined ? 'USD' : receipt.currency)
}
