import { describe, expect, test } from 'vitest'
import { listWalletLinks } from './wallet-links.js'

describe('listWalletLinks', () => {
  test('default: every link carries the whole address of the page', () => {
    const page = 'https://pay.test/portal/r-1?recipient=0x1&k=a+b'
    const links = listWalletLinks(page)
    expect(links.map(({ name }) => name)).toEqual(['MetaMask', 'Base', 'Trust', 'Rainbow'])
    const [metamask, ...others] = links.map(({ href }) => new URL(href))
    expect(metamask?.href).toBe(
      'https://link.metamask.io/dapp/pay.test/portal/r-1?recipient=0x1&k=a+b',
    )
    for (const { searchParams } of others) {
      expect(searchParams.get('url') ?? searchParams.get('cb_url')).toBe(page)
    }
  })
})
