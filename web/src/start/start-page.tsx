import { SiteHeader } from '../ui/site-header.js'
import { FirstRequest } from './first-request.js'
import { Links } from './links.js'
import { ServiceCard, StateTemplates } from './service-card.js'
import type { StartView } from './view.js'

/** The page of an operator whose service runs: its state, a first request, and where to read on. */
export function StartPage({ view }: { view: StartView }) {
  const isSandbox = view.sandbox !== null
  return (
    <div data-mode={isSandbox ? 'sandbox' : 'live'}>
      <SiteHeader isSandbox={isSandbox} isHome />
      <main class="column">
        <h1>Your payments platform is running.</h1>
        <p class="lead">
          Create an order, send the buyer to its payment page, and get a signed webhook when it is
          paid. Buyers pay from any wallet. The money goes to the merchant's own split contract.
        </p>
        {view.hasShops && (
          <p>
            <a class="shops-link" href="/shops">
              Browse the shops
            </a>
          </p>
        )}
        {isSandbox && (
          <form class="demo" method="post" action="/sandbox/checkout">
            <button type="submit">Open a demo checkout</button>
            <p class="quiet">
              An order at the demo shop Notch&nbsp;&amp;&nbsp;Bean. You pay with test money and need
              no wallet.
            </p>
          </form>
        )}
        <div class="cards">
          <ServiceCard view={view} />
          <FirstRequest view={view} />
        </div>
      </main>
      <Links isSandbox={isSandbox} />
      <StateTemplates />
    </div>
  )
}
