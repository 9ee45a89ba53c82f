import type { PortalReceipt } from '@tallystick/sdk'
import { listProgressSteps } from './progress-steps.js'

/** Horizontal centre of each step. */
const positions = [40, 120, 200, 280] as const

/** Shows progress as a tally stick: each completed step is a notch, and the stick splits with the payment. */
export function ProgressRow({ receipt }: { receipt: PortalReceipt }) {
  const steps = listProgressSteps(receipt)
  const isSplit = steps.at(-1)?.isDone === true
  const next = steps.findIndex(({ isDone }) => !isDone)
  return (
    <div class={isSplit ? 'progress is-split' : 'progress'}>
      <svg viewBox="0 0 320 22" aria-hidden="true">
        <path class="progress-half" d="M2 3h316v8.5H2z" />
        <path class="progress-half lower" d={isSplit ? 'M2 11h284v8H2z' : 'M2 11h316v8H2z'} />
        {steps.map(({ label, isDone }, index) => (
          <path
            key={label}
            class={isDone ? 'progress-mark is-done' : 'progress-mark'}
            d={`M${(positions[index] ?? 0) - 6} 3h12l-3.5 11h-5z`}
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
            <span class="visually-hidden">{isDone ? ', done' : ', not yet'}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
