import type { ComponentChildren } from 'preact'
import type { HomeTexts } from '../../core/texts/en-console-home.js'
import { Icon } from '../parts/icon.js'
import { useConsoleTexts } from '../texts.js'
import { PlaceLink } from './place-link.js'
import type { SetupPlace } from './setup-steps.js'
import type { SetupFacts } from './use-setup.js'

type Check = {
  isDone: boolean
  done: string
  title: string
  text: string
  link: string
  place: SetupPlace
}

/** Returns what a shop needs before it sells. */
export function listChecks(
  { config, recipients }: Pick<SetupFacts, 'config' | 'recipients'>,
  { texts, isPaid }: { texts: HomeTexts['setup']; isPaid: boolean },
): Check[] {
  return [
    {
      isDone: recipients > 0,
      done: texts.recipients,
      title: texts.recipientsMissing,
      text: texts.recipientsText,
      link: texts.recipientsLink,
      place: { screen: 'payouts', page: 'your-own-shop.md' },
    },
    {
      isDone: config.contact.email !== '',
      done: texts.contactDone,
      title: texts.contact,
      text: texts.contactText,
      link: texts.contactLink,
      place: { screen: 'shop', tab: 'contact', page: 'portal.md' },
    },
    {
      isDone: config.tax.defaultJurisdictionCode !== null || config.tax.defaultTaxRate !== null,
      done: texts.taxDone,
      title: texts.tax,
      text: texts.taxText,
      link: texts.taxLink,
      place: { screen: 'tax', page: 'tax.md' },
    },
    {
      isDone: isPaid,
      done: texts.paid,
      title: texts.unpaid,
      text: texts.unpaidText,
      link: texts.unpaidLink,
      place: { screen: 'setup', page: 'going-live.md' },
    },
  ]
}

type BeforeLiveProps = {
  facts: Pick<SetupFacts, 'config' | 'recipients'>
  /** Whether a receipt was paid. */
  isPaid: boolean
  title?: string
  /** Stands above and below the list. */
  lead?: ComponentChildren
  children?: ComponentChildren
}

/** Lists the missing steps before a shop can sell, each with its link. */
export function BeforeLive({ facts, isPaid, title, lead, children }: BeforeLiveProps) {
  const texts = useConsoleTexts().home.setup
  const checks = listChecks(facts, { texts, isPaid })
  return (
    <section class="card attention" aria-labelledby="live-title">
      <header class="card-head">
        <h2 id="live-title">{title ?? texts.live}</h2>
      </header>
      {lead}
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
      {children}
    </section>
  )
}
