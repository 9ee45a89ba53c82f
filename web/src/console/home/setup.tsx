import { Link } from 'wouter-preact'
import { Icon } from '../parts/icon.js'
import { Failed } from '../parts/states.js'
import { useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'
import { BeforeLive } from './before-live.js'
import { FirstPreview } from './first-preview.js'
import { PlaceLink } from './place-link.js'
import { listSteps, type SetupStep } from './setup-steps.js'
import type { SetupState } from './use-setup.js'

/** The remaining steps to the first paid receipt, each as the service reports it. */
export function Setup({ setup }: { setup: SetupState }) {
  const texts = useConsoleTexts().home
  const { view } = useSession()
  const { data, isError, error, refetch } = setup.facts
  if (isError && !data) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <div class="card sales" aria-busy="true" />
  const steps = listSteps(data, { texts: texts.setup, isSandbox: view.mode === 'sandbox' })
  const done = steps.filter(({ isDone }) => isDone).length
  const current = steps.find(({ isDone }) => !isDone)
  return (
    <div class="home-columns">
      <section class="card" aria-labelledby="setup-title">
        <header class="setup-head">
          <div>
            <h2 id="setup-title">{texts.setup.title}</h2>
            <p class="soft">{texts.setup.progress(`${done}`, `${steps.length}`)}</p>
          </div>
          <div class="progress-stick" aria-hidden="true">
            <span class="progress-done" style={{ '--share': `${done / steps.length}` }} />
            {steps.slice(0, done).map(({ name }, index) => (
              <span
                key={name}
                class="notch"
                style={{ '--at': `${(index + 0.5) / steps.length}` }}
              />
            ))}
          </div>
        </header>
        <ol class="setup-steps">
          {steps.map((step, index) => (
            <Step key={step.name} step={step} number={index + 1} isCurrent={step === current} />
          ))}
        </ol>
      </section>
      <div class="setup-side">
        {data.item && <FirstPreview facts={data} />}
        <BeforeLive facts={data} isPaid={false} />
      </div>
    </div>
  )
}

type StepProps = { step: SetupStep; number: number; isCurrent: boolean }

function Step({ step, number, isCurrent }: StepProps) {
  const texts = useConsoleTexts().home.setup
  const { name, title, text, isDone, place } = step
  const isPayment = name === 'payment'
  return (
    <li class={isDone ? 'done' : isCurrent ? 'current' : ''}>
      <span class="step-mark">{isDone ? <Icon name="check" /> : number}</span>
      <div>
        <b>{title}</b>
        <p class="soft">{text}</p>
        {(isCurrent || isPayment) && !isDone && (
          <Link class={isCurrent ? 'button main' : 'button'} href={`/setup?step=${name}`}>
            {isPayment ? texts.createPayment : texts.continue}
          </Link>
        )}
      </div>
      {isDone && (
        <PlaceLink place={place} about={title} label={texts.edit} pageLabel={texts.howToEdit} />
      )}
      {!isDone && !isPayment && !isCurrent && (
        <Link href={`/setup?step=${name}`} aria-label={`${texts.setUp}: ${title}`}>
          {texts.setUp}
        </Link>
      )}
    </li>
  )
}
