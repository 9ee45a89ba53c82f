import type { ComponentChildren } from 'preact'
import { Money } from '../ui/money.js'
import { SandboxBar } from '../ui/sandbox-bar.js'
import { StatusPill } from '../ui/status-pill.js'
import type { CardView } from './view.js'

/** Chosen at first: an adult. */
const defaultDateOfBirth = '1990-01-01'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** The page of the sandbox provider, where a developer chooses the result of a card payment. */
export function CardPage({ view }: { view: CardView }) {
  const { brandName, state } = view
  return (
    <>
      <header>
        <SandboxBar />
        <div class="brand">
          <span class="monogram" aria-hidden="true">
            {[...brandName][0] ?? '$'}
          </span>
          <h1>Pay {brandName || 'the shop'} by card</h1>
        </div>
      </header>
      <main>
        <section class="card" aria-labelledby="price">
          <h2 id="price">
            You pay <Money>{dollars.format(view.totalUsd)}</Money>
          </h2>
          <Price view={view} />
          {view.customer.length > 0 && <Customer details={view.customer} />}
        </section>
        <section class="card" aria-labelledby="payment">
          <h2 id="payment">{titles[state]}</h2>
          {view.problem !== null && (
            <p class="problem-note" role="alert">
              {view.problem}
            </p>
          )}
          {state === 'open' && <CardForm view={view} />}
          {state === 'processing' && <BankForm />}
          {state === 'complete' && (
            <Ended tone="good" word="Paid">
              The money is on its way to the shop.
            </Ended>
          )}
          {state === 'ended' && (
            <Ended tone="bad" word="Not paid here">
              The payment page shows how to continue.
            </Ended>
          )}
        </section>
      </main>
    </>
  )
}

const titles: Record<CardView['state'], string> = {
  open: 'Card payment',
  processing: 'Your bank is checking this payment',
  complete: 'Payment complete',
  ended: 'This card payment has ended',
}

function Price({ view }: { view: CardView }) {
  const rows = [
    ['Amount due', view.amountUsd],
    ["Provider's fee", view.feeUsd],
    ['Total', view.totalUsd],
  ] as const
  return (
    <dl class="price">
      {rows.map(([name, usd]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Money>{dollars.format(usd)}</Money>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Customer({ details }: { details: readonly string[] }) {
  return (
    <div>
      <h3>Your details, from the shop</h3>
      <ul class="details">
        {details.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}

function CardForm({ view }: { view: CardView }) {
  return (
    <form class="fields" method="post">
      <p class="note">This is a test page. Choose what the card payment should do.</p>
      <div class="field">
        <label for="result">Result</label>
        <select id="result" name="result">
          {view.scenarios.map(({ title, options }) => (
            <optgroup key={title} label={title}>
              {options.map(({ value, text }) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </div>
      <div class="field">
        <label for="dateOfBirth">Date of birth</label>
        <input
          id="dateOfBirth"
          name="dateOfBirth"
          type="date"
          value={defaultDateOfBirth}
          aria-describedby="age-note"
        />
        <p id="age-note" class="note">
          A buyer under 18 is refused.
        </p>
      </div>
      <button class="main-button" type="submit">
        Pay {dollars.format(view.totalUsd)}
      </button>
      <p class="note">
        To leave without paying, close this tab. Nothing is charged, and the payment page opens it
        again.
      </p>
    </form>
  )
}

function BankForm() {
  return (
    <form class="fields" method="post">
      <p>
        You can close this tab. The payment page shows the result as soon as your bank has decided.
      </p>
      <p class="note">This is a test page. Choose what the bank decides.</p>
      <div class="actions">
        <button class="main-button" type="submit" name="result" value="approve">
          Approve
        </button>
        <button class="quiet-button" type="submit" name="result" value="decline">
          Decline
        </button>
      </div>
    </form>
  )
}

function Ended(props: { tone: 'good' | 'bad'; word: string; children: ComponentChildren }) {
  return (
    <>
      <p>
        <StatusPill tone={props.tone} word={props.word} />
      </p>
      <p>{props.children} You can close this tab.</p>
    </>
  )
}
