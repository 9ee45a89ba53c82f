import { useTexts } from '../../ui/language.js'
import { listWalletLinks } from './wallet-links.js'

type Props = {
  pageUrl: string
  /** Whether to show the logos alone, in a row below the code to scan. */
  isRow?: boolean
}

/**
 * Opens this page in the browser of a wallet app, for browsers that have no wallet. Works without
 * JavaScript.
 */
export function WalletApps({ pageUrl, isRow = false }: Props) {
  const { wallet } = useTexts()
  return (
    <p class={isRow ? 'works-with' : 'wallet-apps'}>
      {isRow && <span>{wallet.worksWith}</span>}
      {listWalletLinks(pageUrl).map(({ name, href }) => (
        <a key={name} href={href} rel="noopener noreferrer" aria-label={wallet.openIn(name)}>
          <i class={`logo ${name.toLowerCase()}`} />
          {!isRow && name}
        </a>
      ))}
      {isRow && <span>{wallet.andOthers}</span>}
    </p>
  )
}
