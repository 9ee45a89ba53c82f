import type { PortalReceipt } from '@tallystick/sdk'
import { useTexts } from '../../ui/language.js'
import { deriveStage, type Stage } from '../state/derive-stage.js'
import { listProgressSteps } from './progress-steps.js'

/** Horizontal center of each step. */
const positions = [53, 160, 267] as const

/** Stages with a payment that makes progress. */
const movingStages: readonly Stage[] = ['sent', 'part_paid', 'confirming', 'paid']

/**
 * Shows progress as a tally stick: each completed step is a notch, and the stick parts once the
 * shop has its money.
 */
export function ProgressRow({ receipt }: { receipt: PortalReceipt }) {
  const texts = useTexts()
  if (!movingStages.includes(deriveStage(receipt))) return null
  const steps = listProgressSteps(receipt, texts)
  const isSplit = receipt.status === 'completed' || receipt.status === 'reconciled'
  const next = steps.findIndex(({ isDone }) => !isDone)
  return (
    <div class={isSplit ? 'progress is-split' : 'progress'}>
      <svg viewBox="0 0 320 16" preserveAspectRatio="none" aria-hidden="true">
        <path class="progress-half" d="M2 2h316v6.5H2z" />
        <path class="progress-half lower" d={isSplit ? 'M2 8h284v6H2z' : 'M2 8h316v6H2z'} />
        {steps.map(({ label, isDone }, index) => (
          <path
            key={label}
            class={isDone ? 'progress-mark is-done' : 'progress-mark'}
            d={`M${(positions[index] ?? 0) - 6} 2h12l-3.5 9h-5z`}
          />
        ))}
      </svg>
      <ol>
        {steps.map(({ label, isDone }, index) => (
          <li
            key={index}
            class={isDone ? 'is-done' : ''}
            aria-current={index === next ? 'step' : undefined}
          >
            {label}
            <span class="visually-hidden">
              {isDone ? texts.progress.done : texts.progress.notYet}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
