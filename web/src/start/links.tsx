type Link = { href: string; name: string; text: string; isSandboxOnly?: true }

const reference: Link[] = [
  {
    href: '/openapi.json',
    name: 'API reference',
    text: 'Every endpoint with its fields and errors, as OpenAPI.',
  },
  {
    href: '/sandbox/graphql',
    name: 'GraphQL',
    text: 'Write queries of users, follows and the leaderboard.',
    isSandboxOnly: true,
  },
  { href: '/llms.txt', name: 'For agents', text: 'How software finds shops and buys from them.' },
]

const documentation: Link[] = [
  {
    href: '/docs/your-own-shop.md',
    name: 'Your own shop',
    text: 'From an empty folder to a paid order in 15 minutes.',
  },
  {
    href: '/docs/receipts.md',
    name: 'Orders and receipts',
    text: 'Sell, record payments, refund.',
  },
  {
    href: '/docs/catalog.md',
    name: 'Catalog',
    text: 'Items with prices, pictures and stock.',
  },
  { href: '/docs/portal.md', name: 'Payment page', text: 'Send buyers to it, and make it yours.' },
  { href: '/docs/webhooks.md', name: 'Webhooks', text: 'Receive and verify signed events.' },
  { href: '/docs/access.md', name: 'Keys and sign-in', text: 'Scopes, roles and sessions.' },
  {
    href: '/docs/settlement.md',
    name: 'Settlement',
    text: 'How payments are detected, confirmed and paid out.',
  },
  { href: '/docs/errors.md', name: 'Errors', text: 'Every code, and what to do about it.' },
  {
    href: '/docs/going-live.md',
    name: 'Going live',
    text: 'Every setting for real money, step by step.',
  },
]

/** Lists the reference and the pages of the documentation. */
export function Links({ isSandbox }: { isSandbox: boolean }) {
  return (
    <footer class="column">
      <LinkList
        id="reference"
        title="Reference"
        links={reference.filter((link) => isSandbox || !link.isSandboxOnly)}
      />
      <LinkList id="docs" title="Documentation" links={documentation} />
    </footer>
  )
}

function LinkList(props: { id: string; title: string; links: readonly Link[] }) {
  return (
    <nav class="links" aria-labelledby={props.id}>
      <h2 id={props.id}>{props.title}</h2>
      <ul>
        {props.links.map(({ href, name, text }) => (
          <li key={href}>
            <a href={href}>{name}</a>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </nav>
  )
}
