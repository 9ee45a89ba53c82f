import { receiptDetailTexts } from '../../../core/texts/en-console-receipt-detail.js'
import { useFormats } from '../../format/use-formats.js'
import { ProgressStick } from '../../parts/progress-stick.js'
import type { Receipt } from '../receipt.js'
import { listSteps, type Step } from './progress.js'
import type { Payments } from './use-payments.js'

/** How far the payment has come: a stick with a notch for each step. */
export function ProgressSection({
  receipt,
  payments,
}: {
  receipt: Receipt
  payments: Payments | null
}) {
  const { progress: texts } = receiptDetailTexts.detail
  const format = useFormats()
  const steps = listSteps(receipt)
  // An unpaid receipt has no progress to show.
  if (steps.every(({ at }) => at === null)) return null
  const nameOf = ({ name, at }: Step) => {
    const { have, need } = payments?.confirmations ?? {}
    return name === 'confirmed' && at === null && have !== undefined && need !== undefined
      ? texts.confirmedOf(String(Math.min(have, need)), String(need))
      : texts[name]
  }
  return (
    <section class="detail-section">
      <ProgressStick
        label={texts.label}
        steps={steps.map((step) => ({
          label: nameOf(step),
          isDone: step.at !== null,
          ...(step.at !== null && { detail: format.clockExact(step.at) }),
        }))}
      />
    </section>
  )
}
