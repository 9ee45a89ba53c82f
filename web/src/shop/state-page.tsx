import { shopTexts } from '../core/texts/en-shop.js'
import { SandboxBar } from '../ui/sandbox-bar.js'
import type { StateView } from './view.js'

/** Replaces a page that cannot be shown: names the cause, and where to go instead. */
export function StatePage({ view: { mode, kind, hasDirectory, shop } }: { view: StateView }) {
  const { title, text } = shopTexts.states[kind]
  return (
    <>
      {mode === 'sandbox' && <SandboxBar />}
      <main class="in state" id="content">
        <img src="/assets/logo.svg" alt="" width="40" height="40" />
        <h1>{title}</h1>
        <p class="soft">{text}</p>
        <p class="actions">
          {shop && (
            <a class="quiet-button" href={`/shop/${shop.slug}`}>
              {shopTexts.toShop(shop.name)}
            </a>
          )}
          {hasDirectory ? (
            <a class="quiet-button" href="/shops">
              {shopTexts.allShops}
            </a>
          ) : (
            !shop && (
              <a class="quiet-button" href="/">
                {shopTexts.home}
              </a>
            )
          )}
        </p>
      </main>
    </>
  )
}
