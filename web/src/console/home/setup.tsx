import { useQuery } from '@tanstack/preact-query'
import { Link } from 'wouter-preact'
import { Icon } from '../parts/icon.js'
import { Failed } from '../parts/states.js'
import { QuoteCard } from '../payment/quote-card.js'
import { useSession } from '../session/session.js'
import { useScreens } from '../shell/use-screens.js'
import { useConsoleTexts } from '../texts.js'
import { listSteps, type SetupPlace, type SetupStep } from './setup-steps.js'
import type { SetupFacts, SetupState } from './use-setup.js'

/** What is left to do until the first paid receipt, each step as the service reports it. */
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
        {data.item && <Preview facts={data} />}
        <BeforeLive facts={data} />
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
        {isPayment && !isDone && (
          <Link class={isCurrent ? 'button main' : 'button'} href="/payment">
            {texts.createPayment}
          </Link>
        )}
      </div>
      {!isPayment && (
        <PlaceLink
          place={place}
          about={title}
          label={isDone ? texts.edit : texts.setUp}
          pageLabel={isDone ? texts.howToEdit : texts.howToSetUp}
        />
      )}
    </li>
  )
}

type PlaceLinkProps = { place: SetupPlace; label: string; pageLabel: string; about?: string }

/** A link to the screen of a place, or to the page that explains it. */
function PlaceLink({ place, label, pageLabel, about }: PlaceLinkProps) {
  const { screen, tab, page } = place
  const path = useScreens()
    .find(({ name }) => name === screen)
    ?.path.split('/:')[0]
  const nameOf = (text: string) => (about === undefined ? undefined : `${text}: ${about}`)
  if (path === undefined) {
    return (
      <a href={`/docs/${page}`} aria-label={nameOf(pageLabel)}>
        {pageLabel}
      </a>
    )
  }
  return (
    <Link href={tab ? `${path}/${tab}` : path} aria-label={nameOf(label)}>
      {label}
    </Link>
  )
}

/** The first item as the payment page shows it, quoted by the service. */
function Preview({ facts }: { facts: SetupFacts }) {
  const texts = useConsoleTexts().home.setup
  const { api, membership } = useSession()
  const { item, config } = facts
  const quote = useQuery({
    queryKey: ['sale-quote', membership.wallet, 'preview', item?.id],
    queryFn: async ({ signal }) => {
      const body = { items: [{ id: item?.id, qty: 1 }] }
      return (await api.call('post', '/api/receipts/terminal/quote', { body, signal })).quote
    },
    enabled: item !== null,
  })
  if (!quote.data) return null
  return (
    <section class="card setup-preview" aria-labelledby="preview-title">
      <h2 id="preview-title">{texts.preview}</h2>
      <div class="setup-slip">
        <h3>{texts.previewPay(config.theme.brandName || config.name)}</h3>
        <QuoteCard quote={quote.data} error={null} isCurrent />
      </div>
    </section>
  )
}

function BeforeLive({ facts }: { facts: SetupFacts }) {
  const texts = useConsoleTexts().home.setup
  const { config, recipients } = facts
  const checks = [
    {
      isDone: recipients > 0,
      done: texts.recipients,
      title: texts.recipientsMissing,
      text: texts.recipientsText,
      link: texts.recipientsLink,
      place: { screen: 'payouts', page: 'your-own-shop.md' } as const,
    },
    {
      isDone: config.contact.email !== '',
      done: texts.contactDone,
      title: texts.contact,
      text: texts.contactText,
      link: texts.contactLink,
      place: { screen: 'shop', page: 'portal.md' } as const,
    },
    {
      isDone: config.tax.defaultJurisdictionCode !== null || config.tax.defaultTaxRate !== null,
      done: texts.taxDone,
      title: texts.tax,
      text: texts.taxText,
      link: texts.taxLink,
      place: { screen: 'tax', page: 'tax.md' } as const,
    },
  ]
  return (
    <section class="card attention" aria-labelledby="live-title">
      <header class="card-head">
        <h2 id="live-title">{texts.live}</h2>
      </header>
      <ul class="task-list">
        {checks.map(({ isDone, done, title, text, link, place }) => (
          <li key={title} class={`task ${isDone ? 'good' : 'warn'}`}>
            <Icon name={isDone ? 'good' : 'alert'} />
            <span>
              <b>{isDone ? done : title}</b>
              {!isDone && (
                <>
                  <span class="soft">{text}</span>
                  <PlaceLink place={place} label={link} pageLabel={link} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
