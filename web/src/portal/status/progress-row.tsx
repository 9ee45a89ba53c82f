import type { PortalReceipt } from '@tallystick/sdk'
import { useTexts } from '../../ui/language.js'
import { deriveStage, type Stage } from '../state/derive-stage.js'
import { listProgressSteps } from './progress-steps.js'

/** Stages with a payment that makes progress. */
const movingStages: readonly Stage[] = ['sent', 'card_charged', 'part_paid', 'confirming', 'paid']

/**
 * Shows progress as a stick with a notch per step. The stick is one element, so that it cannot come
 * apart.
 */
export function ProgressRow({ receipt }: { receipt: PortalReceipt }) {
  const texts = useTexts()
  if (!movingStages.includes(deriveStage(receipt))) return null
  const steps = listProgressSteps(receipt, texts)
  const next = steps.findIndex(({ isDone }) => !isDone)
  return (
    <div class="progress">
      <div class={`stick done-${next < 0 ? steps.length : next}`} aria-hidden="true">
        <i />
      </div>
      <ol>
        {steps.map(({ label, isDone, detail }, index) => (
          <li
            key={index}
            class={isDone ? 'is-done' : ''}
            aria-current={index === next ? 'step' : undefined}
          >
            {label}
            {detail && <small> {detail}</small>}
            <span class="visually-hidden">
              {isDone ? texts.progress.done : texts.progress.notYet}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
