/** A wallet app whose own browser can open a page. */
export type WalletLink = { name: string; href: string }

/**
 * Lists links that open a page in the browser of a wallet app, or else offer to install it. The
 * link carries the whole address of the page, so only the wallet that the buyer chooses learns it.
 */
export function listWalletLinks(pageUrl: string): readonly WalletLink[] {
  const encoded = encodeURIComponent(pageUrl)
  return [
    {
      name: 'MetaMask',
      href: `https://link.metamask.io/dapp/${pageUrl.replace(/^https?:\/\//, '')}`,
    },
    { name: 'Base', href: `https://go.cb-w.com/dapp?cb_url=${encoded}` },
    { name: 'Trust', href: `https://link.trustwallet.com/open_url?coin_id=60&url=${encoded}` },
    { name: 'Rainbow', href: `https://rnbwapp.com/dapp?url=${encoded}` },
  ]
}
