import { useTexts } from '../../ui/language.js'
import { listWalletLinks } from './wallet-links.js'

/** Opens this page in the browser of a wallet app, for phones whose browser has no wallet. Works without JavaScript. */
export function WalletApps({ pageUrl }: { pageUrl: string }) {
  const { wallet } = useTexts()
  const [first, ...others] = listWalletLinks(pageUrl)
  if (!first) return null
  return (
    <div class="wallet-apps">
      <a class="main-button" href={first.href} rel="noopener noreferrer">
        {wallet.openIn(first.name)}
      </a>
      <p class="app-list">
        {others.map(({ name, href }) => (
          <a
            key={name}
            class="quiet-button"
            href={href}
            rel="noopener noreferrer"
            aria-label={wallet.openIn(name)}
          >
            {name}
          </a>
        ))}
      </p>
    </div>
  )
}
