import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useSearch } from 'wouter-preact'
import { setupTexts as texts } from '../../core/texts/en-console-setup.js'
import { FirstPreview } from '../home/first-preview.js'
import { listSteps, type SetupStep } from '../home/setup-steps.js'
import { type SetupFacts, useSetup, useSetupFacts } from '../home/use-setup.js'
import { Loaded } from '../panels/loaded.js'
import { Page } from '../panels/page.js'
import { Icon } from '../parts/icon.js'
import { useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'
import { GoLive } from './go-live.js'
import { ItemStep } from './item-step.js'
import { NameStep } from './name-step.js'
import { PaymentStep } from './payment-step.js'
import { SplitStep } from './split-step.js'
import { WebhookStep } from './webhook-step.js'
import '../home/home.css'
import '../payment/payment.css'
import '../shop/shop.css'
import './setup.css'

type StepName = SetupStep['name']

/** Brings a new shop to its first paid receipt: every step is done right here. */
export function Screen() {
  const { screens } = useConsoleTexts()
  const { paid } = useSetup()
  const facts = useSetupFacts(true)
  return (
    <div class="setup-screen">
      <Page title={screens.setup} docs="your-own-shop">
        <Loaded query={facts} lines={10}>
          {(data) => <Steps facts={data} isPaid={paid.data === true} />}
        </Loaded>
      </Page>
    </div>
  )
}

function Steps({ facts, isPaid }: { facts: SetupFacts; isPaid: boolean }) {
  const home = useConsoleTexts().home.setup
  const { view } = useSession()
  const search = useSearch()
  const [skipped, setSkipped] = useState<readonly StepName[]>([])
  const asked = new URLSearchParams(search).get('step')
  const steps = listSteps(facts, { texts: home, isSandbox: view.mode === 'sandbox' }).map((step) =>
    step.name === 'payment' && isPaid
      ? { ...step, isDone: true, text: home.steps.paymentDone }
      : step,
  )
  const next = steps.find(({ name, isDone }) => !isDone && !skipped.includes(name))?.name ?? null
  const [chosen, setChosen] = useState<StepName | null>(
    steps.find(({ name }) => name === asked)?.name ?? null,
  )
  const open = chosen ?? next
  const goOn = () => setChosen(null)
  const skip = (name: StepName) => {
    setSkipped([...skipped, name])
    goOn()
  }
  return (
    <div class="home-columns">
      <section class="card" aria-labelledby="setup-title">
        <header class="setup-head">
          <div>
            <h2 id="setup-title">{home.title}</h2>
            <p class="soft">{isPaid ? texts.leadDone : texts.lead}</p>
          </div>
          <SetupStick steps={steps} />
        </header>
        <ol class="setup-steps">
          {steps.map((step, index) => (
            <Step
              key={step.name}
              step={step}
              number={index + 1}
              isOpen={step.name === open}
              onOpen={() => setChosen(step.name)}
            >
              <StepBody
                name={step.name}
                facts={facts}
                isPaid={isPaid}
                onDone={goOn}
                onSkip={() => skip(step.name)}
              />
            </Step>
          ))}
        </ol>
      </section>
      <div class="setup-side">
        {facts.item && <FirstPreview facts={facts} />}
        <GoLive facts={facts} isPaid={isPaid} />
      </div>
    </div>
  )
}

function SetupStick({ steps }: { steps: readonly SetupStep[] }) {
  const done = steps.filter(({ isDone }) => isDone)
  return (
    <div class="progress-stick" aria-hidden="true">
      <span class="progress-done" style={{ '--share': `${done.length / steps.length}` }} />
      {done.map(({ name }, index) => (
        <span key={name} class="notch" style={{ '--at': `${(index + 0.5) / steps.length}` }} />
      ))}
    </div>
  )
}

type StepProps = {
  step: SetupStep
  number: number
  isOpen: boolean
  onOpen(): void
  children: ComponentChildren
}

function Step({ step, number, isOpen, onOpen, children }: StepProps) {
  const home = useConsoleTexts().home.setup
  const { title, text, isDone } = step
  return (
    <li class={isOpen ? 'current' : isDone ? 'done' : ''}>
      <span class="step-mark">{isDone ? <Icon name="check" /> : number}</span>
      <div>
        <b>{title}</b>
        <p class="soft">{text}</p>
        {isOpen && <div class="step-body">{children}</div>}
      </div>
      {!isOpen && (
        <button
          type="button"
          class="link-button"
          aria-label={`${isDone ? home.edit : home.setUp}: ${title}`}
          onClick={onOpen}
        >
          {isDone ? home.edit : home.setUp}
        </button>
      )}
    </li>
  )
}

type BodyProps = {
  name: StepName
  facts: SetupFacts
  isPaid: boolean
  onDone(): void
  onSkip(): void
}

function StepBody({ name, ...props }: BodyProps) {
  switch (name) {
    case 'name':
      return <NameStep {...props} />
    case 'split':
      return <SplitStep {...props} />
    case 'item':
      return <ItemStep {...props} />
    case 'payment':
      return <PaymentStep {...props} />
    case 'webhook':
      return <WebhookStep {...props} />
  }
}
