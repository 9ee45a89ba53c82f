import type { ComponentChildren } from 'preact'
import { setupTexts as texts } from '../../core/texts/en-console-setup.js'
import { Problem } from '../parts/problem.js'
import type { useStep } from './use-step.js'

type StepFormProps = {
  step: ReturnType<typeof useStep>
  submit: string
  isDisabled?: boolean
  onSubmit(): Promise<unknown>
  /** Steps that a shop can do without. */
  onSkip?: () => void
  /** Stands beside the button. */
  others?: ComponentChildren
  children?: ComponentChildren
}

/** The fields of a step with its button. It says why the service refused. */
export function StepForm(props: StepFormProps) {
  const { step, submit, isDisabled = false, onSubmit, onSkip, others, children } = props
  return (
    <form
      class="step-form"
      aria-busy={step.isBusy}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isDisabled && !step.isBusy) void step.run(onSubmit)
      }}
    >
      {children}
      {step.problem !== null && <Problem error={step.problem} />}
      <div class="row">
        <button type="submit" class="button main" disabled={step.isBusy || isDisabled}>
          {submit}
        </button>
        {others}
        {onSkip && (
          <button type="button" class="button quiet" onClick={onSkip}>
            {texts.skip}
          </button>
        )}
      </div>
    </form>
  )
}
