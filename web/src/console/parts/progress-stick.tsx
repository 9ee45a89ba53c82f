export type ProgressStep = { label: string; detail?: string; isDone: boolean }

/** Shows progress as a stick that gets a notch with each step. Text below says the same. */
export function ProgressStick({ label, steps }: { label: string; steps: readonly ProgressStep[] }) {
  const done = steps.filter(({ isDone }) => isDone).length
  const share = steps.length === 0 ? 0 : done / steps.length
  return (
    <div class="progress" style={{ '--share': String(share) }}>
      <div class="progress-stick" aria-hidden="true">
        <span class="progress-done" />
        {steps.map((step, index) => (
          <span
            key={step.label}
            class={step.isDone ? 'notch' : ''}
            style={{ '--at': String((index + 0.5) / steps.length) }}
          />
        ))}
      </div>
      <ol aria-label={label}>
        {steps.map((step) => (
          <li key={step.label} class={step.isDone ? '' : 'soft'}>
            <b>{step.label}</b>
            {step.detail && <span class="soft">{step.detail}</span>}
          </li>
        ))}
      </ol>
    </div>
  )
}
